/**
 * Letters as strokes of a pen, so that texts are ordinary geometry and need no font file.
 *
 * A glyph is its width, then strokes separated by "|"; a point is two digits x y. Baseline 2, lower-case letters up to 6,
 * capitals up to 8, descenders down to 0. A stroke of one point is a dot.
 */

/** Height of a capital in units of the grid. */
export const capitalHeight = 6;

export const baseline = 2;

/** Between two letters, in units of the grid. */
export const letterGap = 2;

export interface Glyph {
  readonly width: number;
  /** Points x, y in units of the grid. */
  readonly strokes: readonly (readonly (readonly [number, number])[])[];
}

const table = `
! 0 08 04|02
" 2 08 06|28 26
# 4 12 18|32 38|04 44|06 46
$ 4 47 38 18 07 06 15 35 44 43 32 12 03|29 21
% 4 02 48|08 07 17 18 08|33 43 42 32 33
& 4 42 06 07 18 28 37 36 04 03 12 22 44
' 0 08 06
( 1 19 07 03 11
) 1 09 17 13 01
* 4 27 23|06 44|04 46
+ 4 27 23|05 45
, 1 13 12 01
- 3 05 35
. 0 02
/ 4 02 48
0 4 12 32 43 47 38 18 07 03 12
1 2 07 18 12|02 22
2 4 07 18 38 47 46 02 42
3 4 07 18 38 47 46 35 15|35 44 43 32 12 03
4 4 32 38 04 44
5 4 48 08 05 35 44 43 32 12 03
6 4 47 38 18 07 03 12 32 43 44 35 15 04
7 4 08 48 12
8 4 15 06 07 18 38 47 46 35 15 04 03 12 32 43 44 35
9 4 03 12 32 43 47 38 18 07 06 15 35 46
: 0 02|05
; 1 15|13 12 01
< 3 37 05 33
= 4 06 46|04 44
> 3 07 35 03
? 3 07 18 28 37 36 25 14|12
@ 6 45 36 26 15 14 23 33 44 46|44 53 63 66 48 28 06 04 22 42
A 4 02 28 42|15 35
B 4 02 08 38 47 46 35 05|35 44 43 32 02
C 4 47 38 18 07 03 12 32 43
D 4 02 08 28 46 44 22 02
E 4 48 08 02 42|05 35
F 4 48 08 02|05 35
G 4 47 38 18 07 03 12 32 43 45 25
H 4 02 08|42 48|05 45
I 2 02 22|08 28|12 18
J 3 03 12 22 33 38
K 4 02 08|48 05 42
L 3 08 02 32
M 4 02 08 25 48 42
N 4 02 08 42 48
O 4 12 32 43 47 38 18 07 03 12
P 4 02 08 38 47 46 35 05
Q 4 12 32 43 47 38 18 07 03 12|24 42
R 4 02 08 38 47 46 35 05|25 42
S 4 47 38 18 07 06 15 35 44 43 32 12 03
T 4 08 48|28 22
U 4 08 03 12 32 43 48
V 4 08 22 48
W 6 08 12 36 52 68
X 4 08 42|02 48
Y 4 08 25 48|25 22
Z 4 08 48 02 42
[ 1 19 09 01 11
\\ 4 08 42
] 1 09 19 11 01
^ 4 06 28 46
_ 4 01 41
\` 1 08 17
a 3 36 32|35 26 16 05 03 12 22 33
b 3 08 02|03 12 22 33 35 26 16 05
c 3 35 26 16 05 03 12 22 33
d 3 38 32|33 22 12 03 05 16 26 35
e 3 04 34 35 26 16 05 03 12 22 33
f 2 28 17 12|06 26
g 3 36 31 20 10 01|35 26 16 05 03 12 22 33
h 3 08 02|05 16 26 35 32
i 0 06 02|08
j 1 16 11 00|18
k 3 08 02|36 04|15 32
l 1 08 03 12
m 4 06 02|05 16 25 22|25 36 45 42
n 3 06 02|05 16 26 35 32
o 3 12 22 33 35 26 16 05 03 12
p 3 06 00|05 16 26 35 33 22 12 03
q 3 36 30|35 26 16 05 03 12 22 33
r 2 06 02|05 16 26
s 3 36 16 05 14 24 33 22 02
t 2 18 13 22|06 26
u 3 06 03 12 22 33|36 32
v 4 06 22 46
w 4 06 12 25 32 46
x 3 06 32|02 36
y 4 06 22|46 10
z 3 06 36 02 32
{ 2 29 18 16 05 14 12 21
| 0 09 01
} 2 09 18 16 25 14 12 01
~ 4 05 16 34 45
° 2 07 18 27 16 07
µ 3 06 00|03 12 22 33|36 32
² 2 07 18 27 05 25
³ 2 08 28 17 26 15 05
· 0 05
× 3 03 36|06 33
± 4 28 24|06 46|03 43
− 4 05 45
– 4 05 45
→ 4 05 45|37 45 33
… 4 02|22|42
α 4 45 34 22 12 03 05 16 26 34 42
β 3 00 07 18 28 37 36 25|15 25 34 33 22 12 03
γ 4 06 16 23 20|46 23
Δ 4 02 28 42 02
μ 3 06 00|03 12 22 33|36 32
π 4 06 46|16 12|36 32
τ 4 06 46|26 23 32
φ 4 16 05 03 12 32 43 45 36 16|28 20
Ω 4 02 12 14 06 07 18 38 47 46 34 32 42
ω 4 16 05 03 12 23 32 43 45 36|25 23
`;

/** For characters without a glyph. */
const unknown = "4 02 08 48 42 02";

let glyphs: ReadonlyMap<string, Glyph> | undefined;

/** The glyph of a character; letters with accents lose them, what is unknown is a box. */
export function glyphOf(character: string): Glyph {
  glyphs ??= readTable();
  return glyphs.get(character) ?? glyphs.get(character.normalize("NFD").charAt(0)) ?? glyphs.get("")!;
}

function readTable(): Map<string, Glyph> {
  const map = new Map<string, Glyph>([
    [" ", { width: 2, strokes: [] }],
    ["", readGlyph(unknown)],
  ]);
  for (const line of table.trim().split("\n")) map.set(line.charAt(0), readGlyph(line.slice(2)));
  return map;
}

function readGlyph(text: string): Glyph {
  const [width] = text.split(" ", 1);
  const strokes = text
    .slice(width!.length + 1)
    .split("|")
    .map((stroke) => stroke.split(" ").map((point) => [Number(point.charAt(0)), Number(point.charAt(1))] as const));
  return { width: Number(width), strokes };
}

/**
 * The scripts of the engine inside the worker. The build writes CommonJS: `mainScript` makes one classic script of those that every
 * run needs, and answers their `require`; the others are texts that the page sends. So the engine is cut into parts although the
 * worker itself can load nothing.
 */
const globalName = "engineScripts";

/** The script that starts the engine, of the texts of `./engine.js` and everything that it requires. */
export function mainScript(texts: Readonly<Record<string, string>>): string {
  const scripts = Object.entries(texts).map(
    ([name, text]) => `${JSON.stringify(name)}(require,exports){${text.replace(/\n?\/\/# sourceMappingURL.*$/, "")}\n}`,
  );
  return `(()=>{"use strict";
const scripts=self.${globalName}={${scripts.join(",\n")}};
const modules={};
function require(name){
if(modules[name])return modules[name];
let script=scripts[name];
if(!script)throw new Error("The script "+name+" was not sent.");
if(typeof script==="string")script=new Function("require","exports",script+"\\n//# sourceURL="+name);
script(require,modules[name]={});
return modules[name];
}
require("./engine.js");
})();
`;
}

/** Takes texts that the page has sent, by their names. */
export function addScripts(texts: Readonly<Record<string, string>>): void {
  Object.assign((globalThis as unknown as Record<string, object>)[globalName]!, texts);
}

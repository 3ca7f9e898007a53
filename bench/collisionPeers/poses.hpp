// Poses and shapes written by bench/collision.ts, and the loop that times a library on them.
// Each cell (pair of shapes, regime) runs in a process of its own: a library that aborts loses that cell only.
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

// Lengths a, b, c as in the reference poses: box, ellipsoid half lengths; sphere a; cylinder, cone, capsule radius a, half length b.
struct Shape {
  std::string kind;
  double a = 0, b = 0, c = 0;
  std::vector<double> vertices;
  std::vector<int> faces;
};

// Numbers per pose: RA (9), rA (3), RB (9), rB (3), distance.
constexpr int poseLength = 25;
constexpr double noAnswer = 1e300;

struct Cell {
  int A, B;
  std::vector<double> poses;
};

inline std::vector<Shape> readShapes(std::ifstream& in) {
  int count;
  in >> count;
  std::vector<Shape> shapes(count);
  for (Shape& s : shapes) {
    int vertices, faces;
    in >> s.kind >> s.a >> s.b >> s.c >> vertices >> faces;
    s.vertices.resize(3 * vertices);
    for (double& x : s.vertices) in >> x;
    s.faces.resize(3 * faces);
    for (int& i : s.faces) in >> i;
  }
  return shapes;
}

inline std::vector<Cell> readCells(std::ifstream& in, const char* binaryFile) {
  int cells, poses;
  in >> cells >> poses;
  std::vector<Cell> result(cells);
  FILE* binary = std::fopen(binaryFile, "rb");
  for (Cell& cell : result) {
    in >> cell.A >> cell.B;
    cell.poses.resize(static_cast<size_t>(poses) * poseLength);
    if (std::fread(cell.poses.data(), sizeof(double), cell.poses.size(), binary) != cell.poses.size()) std::exit(2);
  }
  std::fclose(binary);
  return result;
}

// Prints one line per cell: microseconds per call (chunks of poses, best of 12 rounds), largest error of the distance, failures (error above 1e-3 m,
// or no distance of shapes that penetrate by more than 1e-6 m), calls without distance; "aborted" when the process died. makePair(A, B) gives a function pose -> distance.
template <typename MakePair>
int measureCells(int argc, char** argv, MakePair makePair) {
  if (argc < 3) return 1;
  std::ifstream in(argv[1]);
  const std::vector<Shape> shapes = readShapes(in);
  const std::vector<Cell> cells = readCells(in, argv[2]);
  const int rounds = 12;
  for (const Cell& cell : cells) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child != 0) {
      int status = 0;
      waitpid(child, &status, 0);
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) std::printf("aborted\n");
      continue;
    }
    auto distance = makePair(shapes[cell.A], shapes[cell.B]);
    const size_t count = cell.poses.size() / poseLength;
    double worst = 0;
    size_t failures = 0, silent = 0;
    for (size_t i = 0; i < count; i++) {
      const double* pose = &cell.poses[i * poseLength];
      const double found = distance(pose);
      if (found == noAnswer) {
        // a method without distances of separated shapes must at least say on which side it is
        silent++;
        if (pose[24] < -1e-6) failures++;
        continue;
      }
      const double error = std::fabs(found - pose[24]);
      if (!(error <= 1e-3)) failures++;
      if (!(error <= worst)) worst = error;
    }
    // best time of every chunk of poses, as in bench/collision.ts
    const size_t chunk = 100;
    double total = 0, sum = 0;
    std::vector<double> best((count + chunk - 1) / chunk, 1e300);
    for (int round = 0; round < rounds; round++) {
      for (size_t c = 0; c < best.size(); c++) {
        const size_t end = std::min(count, (c + 1) * chunk);
        const auto start = std::chrono::steady_clock::now();
        for (size_t i = c * chunk; i < end; i++) sum += distance(&cell.poses[i * poseLength]);
        const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
        best[c] = std::min(best[c], time.count());
      }
    }
    for (const double time : best) total += time;
    volatile double keep = sum;
    (void)keep;
    std::printf("%.9g %.3g %zu %zu\n", total / count, worst, failures, silent);
    std::fflush(stdout);
    std::_Exit(0);
  }
  return 0;
}

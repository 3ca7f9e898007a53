// Penetration depths by libccd's Minkowski Portal Refinement; it gives no distance for separated shapes.
#include <ccd/ccd.h>
#include <ccd/quat.h>

#include <memory>

#include "poses.hpp"

struct Body {
  const Shape* shape;
  double R[9], r[3];
};

static void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const Body& body = *static_cast<const Body*>(object);
  const Shape& s = *body.shape;
  const double* R = body.R;
  const double* w = direction->v;
  const double d[3] = {R[0] * w[0] + R[3] * w[1] + R[6] * w[2], R[1] * w[0] + R[4] * w[1] + R[7] * w[2],
                       R[2] * w[0] + R[5] * w[1] + R[8] * w[2]};
  double p[3] = {0, 0, 0};
  if (s.kind[0] == 'b') {
    p[0] = d[0] >= 0 ? s.a : -s.a;
    p[1] = d[1] >= 0 ? s.b : -s.b;
    p[2] = d[2] >= 0 ? s.c : -s.c;
  } else if (s.kind[0] == 's') {
    const double l = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int k = 0; k < 3; k++) p[k] = l > 0 ? s.a * d[k] / l : 0;
  } else if (s.kind[0] == 'e') {
    const double x = s.a * d[0], y = s.b * d[1], z = s.c * d[2], l = std::sqrt(x * x + y * y + z * z);
    p[0] = l > 0 ? s.a * x / l : s.a;
    p[1] = l > 0 ? s.b * y / l : 0;
    p[2] = l > 0 ? s.c * z / l : 0;
  } else if (s.kind == "cylinder") {
    const double l = std::sqrt(d[0] * d[0] + d[1] * d[1]);
    p[0] = l > 0 ? s.a * d[0] / l : s.a;
    p[1] = l > 0 ? s.a * d[1] / l : 0;
    p[2] = d[2] >= 0 ? s.b : -s.b;
  } else if (s.kind == "cone") {
    const double l = std::sqrt(d[0] * d[0] + d[1] * d[1]);
    if (d[2] * s.b * 2 >= s.a * l) {
      p[2] = s.b;
    } else {
      p[0] = l > 0 ? s.a * d[0] / l : s.a;
      p[1] = l > 0 ? s.a * d[1] / l : 0;
      p[2] = -s.b;
    }
  } else if (s.kind == "capsule") {
    const double l = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int k = 0; k < 3; k++) p[k] = l > 0 ? s.a * d[k] / l : 0;
    p[2] += d[2] >= 0 ? s.b : -s.b;
  } else {
    double most = -1e300;
    size_t best = 0;
    for (size_t i = 0; i < s.vertices.size(); i += 3) {
      const double h = s.vertices[i] * d[0] + s.vertices[i + 1] * d[1] + s.vertices[i + 2] * d[2];
      if (h > most) most = h, best = i;
    }
    for (int k = 0; k < 3; k++) p[k] = s.vertices[best + k];
  }
  for (int k = 0; k < 3; k++) out->v[k] = body.r[k] + R[3 * k] * p[0] + R[3 * k + 1] * p[1] + R[3 * k + 2] * p[2];
}

static void centre(const void* object, ccd_vec3_t* out) {
  for (int k = 0; k < 3; k++) out->v[k] = static_cast<const Body*>(object)->r[k];
}

static void place(Body& body, const double* pose) {
  for (int k = 0; k < 9; k++) body.R[k] = pose[k];
  for (int k = 0; k < 3; k++) body.r[k] = pose[9 + k];
}

int main(int argc, char** argv) {
  return measureCells(argc, argv, [](const Shape& sA, const Shape& sB) {
    auto A = std::make_shared<Body>(), B = std::make_shared<Body>();
    A->shape = &sA;
    B->shape = &sB;
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support;
    ccd.center1 = ccd.center2 = centre;
    ccd.mpr_tolerance = 1e-6;
    ccd.max_iterations = 500;
    return [=](const double* pose) {
      place(*A, pose);
      place(*B, pose + 12);
      ccd_real_t depth;
      ccd_vec3_t direction, position;
      return ccdMPRPenetration(A.get(), B.get(), &ccd, &depth, &direction, &position) == 0 ? -static_cast<double>(depth)
                                                                                          : noAnswer;
    };
  });
}

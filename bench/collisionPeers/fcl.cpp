// Signed distances by FCL: its closed forms where it has them, libccd's GJK and EPA or its own ("indep") otherwise.
#include <fcl/fcl.h>

#include <memory>

#include "poses.hpp"

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

static Geometry makeShape(const Shape& s) {
  if (s.kind == "sphere") return std::make_shared<fcl::Sphered>(s.a);
  if (s.kind == "capsule") return std::make_shared<fcl::Capsuled>(s.a, 2 * s.b);
  if (s.kind == "ellipsoid") return std::make_shared<fcl::Ellipsoidd>(s.a, s.b, s.c);
  if (s.kind == "box") return std::make_shared<fcl::Boxd>(2 * s.a, 2 * s.b, 2 * s.c);
  if (s.kind == "cylinder") return std::make_shared<fcl::Cylinderd>(s.a, 2 * s.b);
  if (s.kind == "cone") return std::make_shared<fcl::Coned>(s.a, 2 * s.b);
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (size_t i = 0; i < s.vertices.size(); i += 3) {
    vertices->emplace_back(s.vertices[i], s.vertices[i + 1], s.vertices[i + 2]);
  }
  auto faces = std::make_shared<std::vector<int>>();
  for (size_t i = 0; i < s.faces.size(); i += 3) {
    faces->push_back(3);
    for (int k = 0; k < 3; k++) faces->push_back(s.faces[i + k]);
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(s.faces.size() / 3), faces, false);
}

static fcl::Transform3d transformOf(const double* p) {
  fcl::Transform3d X = fcl::Transform3d::Identity();
  X.linear() << p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8];
  X.translation() << p[9], p[10], p[11];
  return X;
}

int main(int argc, char** argv) {
  const auto solver = argc > 3 && std::string(argv[3]) == "indep" ? fcl::GST_INDEP : fcl::GST_LIBCCD;
  return measureCells(argc, argv, [solver](const Shape& sA, const Shape& sB) {
    const Geometry A = makeShape(sA), B = makeShape(sB);
    fcl::DistanceRequestd request;
    request.enable_nearest_points = true;
    request.enable_signed_distance = true;
    request.gjk_solver_type = solver;
    return [=](const double* pose) {
      try {
        fcl::DistanceResultd result;
        return fcl::distance(A.get(), transformOf(pose), B.get(), transformOf(pose + 12), request, result);
      } catch (const std::exception&) {
        return noAnswer;
      }
    };
  });
}

// Signed distances by Bullet in double precision: GJK with the EPA of its penetration solver. Shapes have no margin, which would
// round or enlarge them; spheres and capsules are a point and a segment with a margin, as Bullet treats them.
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btConvexInternalShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>

#include "poses.hpp"

// Bullet has no ellipsoid: its support mapping as a shape of its own.
class Ellipsoid : public btConvexInternalShape {
 public:
  explicit Ellipsoid(const btVector3& axes) : axes(axes) { m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE; }
  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& d) const override {
    const btVector3 q = axes * d;
    const btScalar length = q.length();
    return length > 0 ? axes * q / length : btVector3(axes.x(), 0, 0);
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* d, btVector3* out, int count) const override {
    for (int i = 0; i < count; i++) out[i] = localGetSupportingVertexWithoutMargin(d[i]);
  }
  void calculateLocalInertia(btScalar, btVector3& inertia) const override { inertia.setZero(); }
  const char* getName() const override { return "Ellipsoid"; }

 private:
  btVector3 axes;
};

static std::shared_ptr<btConvexShape> makeShape(const Shape& s) {
  std::shared_ptr<btConvexShape> shape;
  if (s.kind == "sphere") return std::make_shared<btSphereShape>(s.a);
  if (s.kind == "capsule") return std::make_shared<btCapsuleShapeZ>(s.a, 2 * s.b);
  if (s.kind == "ellipsoid") shape = std::make_shared<Ellipsoid>(btVector3(s.a, s.b, s.c));
  if (s.kind == "box") shape = std::make_shared<btBoxShape>(btVector3(s.a, s.b, s.c));
  if (s.kind == "cylinder") shape = std::make_shared<btCylinderShapeZ>(btVector3(s.a, s.a, s.b));
  if (s.kind == "cone") shape = std::make_shared<btConeShapeZ>(s.a, 2 * s.b);
  if (s.kind == "hull") {
    auto hull = std::make_shared<btConvexHullShape>();
    for (size_t i = 0; i < s.vertices.size(); i += 3) {
      hull->addPoint(btVector3(s.vertices[i], s.vertices[i + 1], s.vertices[i + 2]), false);
    }
    hull->recalcLocalAabb();
    shape = hull;
  }
  shape->setMargin(0);
  return shape;
}

static btTransform transformOf(const double* p) {
  return btTransform(btMatrix3x3(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]), btVector3(p[9], p[10], p[11]));
}

int main(int argc, char** argv) {
  return measureCells(argc, argv, [](const Shape& sA, const Shape& sB) {
    auto A = makeShape(sA), B = makeShape(sB);
    auto simplex = std::make_shared<btVoronoiSimplexSolver>();
    auto depth = std::make_shared<btGjkEpaPenetrationDepthSolver>();
    auto detector = std::make_shared<btGjkPairDetector>(A.get(), B.get(), simplex.get(), depth.get());
    return [=](const double* pose) {
      btGjkPairDetector::ClosestPointInput input;
      input.m_transformA = transformOf(pose);
      input.m_transformB = transformOf(pose + 12);
      btPointCollector result;
      (void)A, (void)B, (void)simplex, (void)depth;
      detector->getClosestPoints(input, result, nullptr);
      return result.m_hasResult ? static_cast<double>(result.m_distance) : noAnswer;
    };
  });
}

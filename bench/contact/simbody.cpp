// Sixteen billiard balls in Simbody 3.7: the scene of billiard.ts with HuntCrossleyForce, integrated with error control.
//
//   simbodyBilliard method duration accuracy longestStep place
//   method: merson or cpodes;   longestStep 0: none;   place: table, or space (balls alone, no gravity)
//
// prints   processor seconds, steps, realisations of accelerations, position of the cue ball, speed of the fastest other ball
//
// Stiffness as in the Hertz law of billiard.ts. Ball on table: dissipation of the largest damping 2000 s/m, friction 0.8 with
// transition velocity 0.01 m/s. Ball on ball: neither. Cushions: dissipation of restitution 0.98 at 1 m/s. Simbody has no rolling resistance.
// Pairs of materials differ, so each ball meets the table and the cushions in contact sets of its own.
#include <Simbody.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>
using namespace SimTK;

static double used() { return double(std::clock()) / CLOCKS_PER_SEC; }

static const double radius = 0.03, tableLength = 2.24, tableWidth = 1.12, gap = 1e-4, cueSpeed = 3;
static const double ballModulus = 5.4e9 / (1 - 0.34 * 0.34), woodModulus = 1.1e10 / (1 - 0.4 * 0.4);

// what both bodies must be given so that the Hertz law has the effective modulus c1·c2/(c1 + c2)
static double stiffness(double c1, double c2) { return std::pow(2.0, 1.5) * c1 * c2 / (c1 + c2); }

// material beyond the plane through p, whose outward normal is n
static Transform halfSpace(const Vec3& p, const Vec3& n) { return Transform(Rotation(UnitVec3(-n), XAxis), p); }

int main(int argc, char** argv) {
    if (argc != 6) return 1;
    const std::string method = argv[1];
    const double duration = std::atof(argv[2]), accuracy = std::atof(argv[3]), longest = std::atof(argv[4]);
    const bool hasTable = std::string(argv[5]) == "table";

    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    if (hasTable) Force::UniformGravity(forces, matter, Vec3(0, 0, -9.81));

    std::vector<Vec3> places = {Vec3(-tableLength / 4, 0, radius)};
    const double pitch = 2 * radius + gap;
    for (int row = 0; row < 5; row++)
        for (int k = 0; k <= row; k++)
            places.push_back(Vec3(tableLength / 4 + row * pitch * std::sqrt(3.0) / 2, (k - row / 2.0) * pitch, radius));

    const double mass = 1768 * 4.0 / 3 * Pi * std::pow(radius, 3);
    Body::Rigid body(MassProperties(mass, Vec3(0), mass * UnitInertia::sphere(radius)));
    std::vector<MobilizedBody> balls;
    for (size_t i = 0; i < places.size(); i++) balls.push_back(MobilizedBody::Free(matter.Ground(), body));

    auto add = [&](ContactSetIndex set, HuntCrossleyForce& force, MobilizedBody& on, const ContactGeometry& geometry,
                   const Transform& pose, double k, double c, double friction) {
        contacts.addBody(set, on, geometry, pose);
        force.setBodyParameters(ContactSurfaceIndex(contacts.getNumBodies(set) - 1), k, c, friction, friction, 0);
    };
    const ContactGeometry sphere = ContactGeometry::Sphere(radius), half = ContactGeometry::HalfSpace();
    {
        ContactSetIndex set = contacts.createContactSet();
        HuntCrossleyForce force(forces, contacts, set);
        for (auto& ball : balls) add(set, force, ball, sphere, Transform(), stiffness(ballModulus, ballModulus), 0, 0);
    }
    const double k = stiffness(ballModulus, woodModulus);
    const double onTable = 2000 / 1.5, onCushion = 8 * (1 - 0.98) / (5 * 0.98) / 1.5;
    // the lower edge of a cushion touches the ball at 7/5 of its radius: there the plane is tangential to the ball
    const double up = 0.4, out = std::sqrt(1 - up * up), edge = 1.4 * radius;
    for (auto& ball : balls) {
        if (!hasTable) break;
        ContactSetIndex table = contacts.createContactSet();
        HuntCrossleyForce onIt(forces, contacts, table);
        onIt.setTransitionVelocity(0.01);
        add(table, onIt, ball, sphere, Transform(), k, onTable, 0.8);
        add(table, onIt, matter.updGround(), half, halfSpace(Vec3(0), Vec3(0, 0, 1)), k, onTable, 0.8);
        ContactSetIndex cushions = contacts.createContactSet();
        HuntCrossleyForce byThem(forces, contacts, cushions);
        add(cushions, byThem, ball, sphere, Transform(), k, onCushion, 0);
        for (double side : {-1.0, 1.0}) {
            add(cushions, byThem, matter.updGround(), half,
                halfSpace(Vec3(side * tableLength / 2, 0, edge), Vec3(-side * out, 0, -up)), k, onCushion, 0);
            add(cushions, byThem, matter.updGround(), half,
                halfSpace(Vec3(0, side * tableWidth / 2, edge), Vec3(0, -side * out, -up)), k, onCushion, 0);
        }
    }

    State state = system.realizeTopology();
    for (size_t i = 0; i < balls.size(); i++) balls[i].setQToFitTranslation(state, places[i]);
    balls[0].setUToFitLinearVelocity(state, Vec3(cueSpeed, 0, 0));

    std::unique_ptr<Integrator> integrator;
    if (method == "cpodes") integrator.reset(new CPodesIntegrator(system, CPodes::BDF));
    else integrator.reset(new RungeKuttaMersonIntegrator(system));
    integrator->setAccuracy(accuracy);
    if (longest > 0) integrator->setMaximumStepSize(longest);
    TimeStepper stepper(system, *integrator);
    const double before = used();
    const int realisations = system.getNumRealizationsOfThisStage(Stage::Acceleration);
    stepper.initialize(state);
    stepper.stepTo(duration);
    const double seconds = used() - before;
    const State& end = integrator->getState();
    double fastest = 0;
    for (size_t i = 1; i < balls.size(); i++) fastest = std::max(fastest, balls[i].getBodyOriginVelocity(end).norm());
    std::printf("%.6g %d %d %.9g %.6g\n", seconds, integrator->getNumStepsTaken(),
                system.getNumRealizationsOfThisStage(Stage::Acceleration) - realisations,
                balls[0].getBodyOriginLocation(end)[0], fastest);
    return 0;
}

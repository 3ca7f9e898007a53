// The scenes of scenes.ts in Simbody 3.7.
//
//   simbody forward N isSpatial        microseconds per forward dynamics, and a check value
//   simbody pendulum N accuracy        seconds for 10 s of the pendulum, relative energy drift
//   simbody fourbar accuracy           seconds for 10 s, crank angle, largest gap
#include <Simbody.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <cstdlib>
#include <string>
using namespace SimTK;

static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// processor time: other programs on the machine do not count
static double used() { return double(std::clock()) / CLOCKS_PER_SEC; }

struct Scene {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
};

static Rotation axisToZ(const Vec3& axis) { return Rotation(UnitVec3(axis), ZAxis); }

static void buildChain(Scene& scene, int count, bool isSpatial) {
    const double length = 0.2, lateral = length * length / 12, axial = 1e-4;
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, 0, -9.81));
    const Vec3 centre(0, 0, -length / 2);
    Inertia central(lateral, lateral, axial);
    Body::Rigid body(MassProperties(1, centre, central.shiftFromMassCenter(-centre, 1)));
    MobilizedBody parent = scene.matter.Ground();
    for (int i = 0; i < count; i++) {
        Rotation R = axisToZ(isSpatial && i % 2 == 1 ? Vec3(1, 0, 0) : Vec3(0, 1, 0));
        Vec3 r(0, 0, i == 0 ? 0 : -length);
        parent = MobilizedBody::Pin(parent, Transform(R, r), body, Transform(R));
    }
}

static int forward(int count, bool isSpatial) {
    Scene scene;
    buildChain(scene, count, isSpatial);
    State state = scene.system.realizeTopology();
    Vector q(count), u(count);
    for (int i = 0; i < count; i++) {
        q[i] = 0.3 * std::sin(i + 1.0);
        u[i] = 0.5 * std::cos(2.0 * i + 1);
    }
    auto evaluate = [&] {
        state.updQ() = q;
        state.updU() = u;
        scene.system.realize(state, Stage::Acceleration);
    };
    for (int i = 0; i < 200; i++) evaluate();
    int batch = 1;
    for (;; batch *= 2) {
        double start = now();
        for (int i = 0; i < batch; i++) evaluate();
        if (now() - start > 5e-4) break;
    }
    double best = 1e9, total = 0;
    while (total < 1.5) {
        double start = now();
        for (int i = 0; i < batch; i++) evaluate();
        double t = now() - start;
        total += t;
        best = std::min(best, t / batch);
    }
    double check = 0;
    for (int i = 0; i < count; i++) check += (1 + i % 3) * state.getUDot()[i];
    std::printf("%.6g %.15g\n", best * 1e6, check);
    return 0;
}

static int pendulum(int count, double accuracy) {
    Scene scene;
    buildChain(scene, count, false);
    State state = scene.system.realizeTopology();
    state.updQ()[0] = -Pi / 2;
    RungeKuttaMersonIntegrator integrator(scene.system);
    integrator.setAccuracy(accuracy);
    scene.system.realize(state, Stage::Velocity);
    double scale = 9.81 * count * count * 0.2 / 2;
    double before = scene.system.calcEnergy(state);
    double start = used();
    TimeStepper stepper(scene.system, integrator);
    stepper.initialize(state);
    stepper.stepTo(10);
    double seconds = used() - start;
    const State& end = integrator.getState();
    scene.system.realize(end, Stage::Velocity);
    std::printf("%.6g %.6g\n", seconds, std::abs(scene.system.calcEnergy(end) - before) / scale);
    return 0;
}

static int fourbar(double accuracy, double startSpeed) {
    Scene scene;
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
    auto rod = [](double length) {
        Vec3 centre(length / 2, 0, 0);
        Inertia central(1e-3, length * length / 12, length * length / 12);
        return Body::Rigid(MassProperties(1, centre, central.shiftFromMassCenter(-centre, 1)));
    };
    MobilizedBody::Pin crank(scene.matter.Ground(), Transform(Vec3(0)), rod(0.1), Transform());
    MobilizedBody::Pin coupler(crank, Transform(Vec3(0.1, 0, 0)), rod(0.4), Transform());
    MobilizedBody::Pin rocker(scene.matter.Ground(), Transform(Vec3(0.35, 0, 0)), rod(0.3), Transform());
    Constraint::Ball ball(coupler, Vec3(0.4, 0, 0), rocker, Vec3(0.3, 0, 0));
    State state = scene.system.realizeTopology();
    // crank and start position as in scenes.ts
    crank.setAngle(state, 0.3);
    coupler.setAngle(state, 0.43198768323153836);
    rocker.setAngle(state, 1.426723049223755);
    scene.system.realize(state, Stage::Position);
    scene.system.project(state, 1e-10);
    crank.setRate(state, startSpeed);
    coupler.setRate(state, startSpeed * -33.815939855978016 / 25);
    rocker.setRate(state, startSpeed * -5.4499684786440525 / 25);
    RungeKuttaMersonIntegrator integrator(scene.system);
    integrator.setAccuracy(accuracy);
    integrator.setConstraintTolerance(std::min(accuracy, 1e-9));
    double start = used();
    TimeStepper stepper(scene.system, integrator);
    stepper.initialize(state);
    stepper.stepTo(10);
    double seconds = used() - start;
    const State& end = integrator.getState();
    scene.system.realize(end, Stage::Position);
    Vec3 a = coupler.findStationLocationInGround(end, Vec3(0.4, 0, 0));
    Vec3 b = rocker.findStationLocationInGround(end, Vec3(0.3, 0, 0));
    std::printf("%.6g %.15g %.3g\n", seconds, crank.getAngle(end), (a - b).norm());
    return 0;
}

int main(int argc, char** argv) {
    std::string what = argc > 1 ? argv[1] : "";
    if (what == "forward" && argc > 3) return forward(std::atoi(argv[2]), std::atoi(argv[3]) != 0);
    if (what == "pendulum" && argc > 3) return pendulum(std::atoi(argv[2]), std::atof(argv[3]));
    if (what == "fourbar" && argc > 3) return fourbar(std::atof(argv[2]), std::atof(argv[3]));
    std::fprintf(stderr, "unknown command\n");
    return 2;
}

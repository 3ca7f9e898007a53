# Times of CoolProp for the questions of bench/media.ts: `python3 bench/coolprop.py` prints one line of JSON, microseconds per state by name.
#
# A question is an update of its state object from (p, h) or (d, T) and the density or enthalpy of it, at states that differ from call to
# call; an empty loop of the same length is subtracted. Processor time, the best of rounds.
import json
import sys
import time

import CoolProp.CoolProp as CP

ROUNDS, CALLS = 5, 2000


def best(ask):
    least = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for k in range(CALLS):
            ask(k)
        least = min(least, time.process_time() - start)
    return 1e6 * least / CALLS


def from_ph(state, p, h, dp, dh):
    update, density, pair = state.update, state.rhomass, CP.HmassP_INPUTS

    def ask(k):
        update(pair, h + dh * k, p + dp * k)
        density()

    return ask


def main():
    empty = best(lambda k: 0.5 * k)
    times = {}

    def note(name, ask):
        times[name] = max(0.0, best(ask) - empty)

    water = CP.AbstractState("IF97", "Water")
    note("water (IF97) from (p, h), region 1", from_ph(water, 1e6, 3e5, 10, 50))
    note("region 2", from_ph(water, 1e6, 3e6, 10, 50))
    note("two phases", from_ph(water, 1e6, 1e6, 10, 100))
    tables = CP.AbstractState("BICUBIC&HEOS", "Water")
    note("water by tables from (p, h), liquid", from_ph(tables, 1e6, 3e5, 10, 50))
    note("by tables, vapour", from_ph(tables, 1e6, 3e6, 10, 50))
    note("by tables, two phases", from_ph(tables, 1e6, 1e6, 10, 100))
    for name in ["R134a", "Nitrogen", "CarbonDioxide", "Water"]:
        fluid = CP.AbstractState("HEOS", name)
        T, d, p = fluid.T_critical(), fluid.rhomass_critical(), 0.3 * fluid.p_critical()

        def from_dT(k, fluid=fluid, T=T, d=d):
            fluid.update(CP.DmassT_INPUTS, 0.05 * d + 1e-6 * k, 1.05 * T + 1e-5 * k)
            fluid.hmass()

        note(f"{name} from (d, T)", from_dT)
        fluid.update(CP.PQ_INPUTS, p, 1)
        vapour = fluid.hmass() + 2e4
        fluid.update(CP.PQ_INPUTS, p, 0)
        liquid = fluid.hmass() - 4e4
        note(f"{name} from (p, h), vapour, cold", from_ph(fluid, p, vapour, 0, 1))
        note(f"{name} from (p, h), liquid, cold", from_ph(fluid, p, liquid, 0, 1))
    print(json.dumps({"version": CP.get_global_param_string("version"), "times": times}))


if __name__ == "__main__":
    sys.exit(main())

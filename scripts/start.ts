// Shows the project working: the first two examples.
console.log("── examples/01-bouncing-ball.ts ──\n");
await import("../examples/01-bouncing-ball.ts");
console.log("\n── examples/02-filter-circuit.ts ──\n");
await import("../examples/02-filter-circuit.ts");

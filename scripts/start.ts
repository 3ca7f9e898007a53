// Shows the project working: runs the first example.
await import("../examples/01-bouncing-ball.ts");

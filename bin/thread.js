// Entry of a thread.
await import('./engine.js')
await import('../compiled/thread.js')

// Entry of a worker thread.
await import('./engine.js')
await import('../compiled/thread.js')

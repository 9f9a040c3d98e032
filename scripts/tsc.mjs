import { exitWith, runTool } from './run.mjs'

// Several versions of TypeScript are installed, and npm may link any of them as `tsc`.
await exitWith(() => runTool('typescript', process.argv.slice(2), { bin: 'tsc' }))

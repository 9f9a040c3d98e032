import { exitWith, runTool } from './run.mjs'

/** Tries every way to write the config function, on both versions of Qwik, in production and on the dev server. */
await exitWith(() =>
  runTool('vitest', ['run', '--project', 'package', 'test/package/build/config'], {
    env: { CONFIG_MATRIX: 'all' },
  }),
)

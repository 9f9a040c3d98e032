import { qwikVite } from '@builder.io/qwik/optimizer'
import { qwikCity } from '@builder.io/qwik-city/vite'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './test/support/slowest-first.js'

const binding = ['test/unit/qwik/**/*.test.{ts,tsx}', 'test/flows/interface/*.qwik.test.ts']
/**
 * `@auth/core` remembers the providers of all configs of a process, and Qwik's ids belong to one
 * instance a process. These files need modules of their own.
 */
const isolated = [
  'test/unit/binding/**/*.test.ts',
  'test/flows/compatibility/**/*.test.ts',
  'test/unit/engine/auth-js-sessions.test.ts',
  'test/flows/providers/auth-js/**/*.test.ts',
  'test/unit/store/between-steps.test.ts',
]
const stores = 'test/stores/**/*.test.ts'
const runtimes = 'test/package/runtimes/**'
const published = [
  'test/package/exports.test.ts',
  'test/package/build/**/*.test.ts',
  'test/package/moving/**/*.test.ts',
  'examples/**/*.test.ts',
]

export default defineConfig({
  resolve: {
    alias: {
      // In dist/ package.json picks the pair by platform; the tests run on Node, from source.
      '#key-derivation': fileURLToPath(
        new URL('src/passwords/key-derivation.node.ts', import.meta.url),
      ),
      '#language-loaders': fileURLToPath(new URL('src/pages/language-loaders', import.meta.url)),
      '#passkey-flows': fileURLToPath(
        new URL('src/flows/passkey/passkey-flows.ts', import.meta.url),
      ),
      '#primitives': fileURLToPath(new URL('src/crypto/primitives.node.ts', import.meta.url)),
      '#testing-platform': fileURLToPath(new URL('src/testing/platform.node.ts', import.meta.url)),
    },
  },
  test: {
    pool: 'threads',
    setupFiles: ['test/support/plain-dates.ts'],
    // One more than two cores need, because many tests wait for a server, a process or a time-out.
    maxWorkers: 3,
    // Nothing here measures time, and a busy machine takes many times as long as an idle one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    // A sequencer of ours would win over `--sequence.shuffle`.
    sequence: process.argv.some((arg) => arg.includes('shuffle'))
      ? {}
      : { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['test/**/*.test.ts'],
          exclude: [...binding, ...isolated, stores, runtimes, ...published],
          // The files of a worker share their modules: loading those took half of the time.
          isolate: false,
          setupFiles: ['test/support/leave-no-trace.ts'],
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
      {
        extends: true,
        plugins: [qwikCity({ routesDir: 'test/unit/qwik/routes' }), qwikVite({ srcDir: 'src' })],
        // What the plugin of latchkey/vite does; the tests of a build use the plugin itself.
        define: { __LATCHKEY_VITE__: 'true' },
        test: { name: 'qwik', include: binding },
      },
      {
        extends: true,
        test: {
          name: 'stores',
          include: [stores],
          globalSetup: 'test/support/servers/set-up.ts',
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: published,
          globalSetup: 'scripts/build.mjs',
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      reporter: [['text', { skipFull: true }]],
      thresholds: { lines: 95, branches: 90 },
    },
  },
})

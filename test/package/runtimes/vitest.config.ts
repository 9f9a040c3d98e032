import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: {
    alias: {
      '#primitives': fileURLToPath(
        new URL('../../../src/crypto/primitives.node.ts', import.meta.url),
      ),
    },
  },
  test: {
    name: 'runtimes',
    include: ['smoke.test.ts'],
    pool: 'threads',
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})

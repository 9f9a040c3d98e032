import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../../../scripts/run.mjs'

const folder = mkdtempSync(join(root, 'dist/.passkeys-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** The compressed bytes of an application that does no more than to import. */
async function weigh(name: string, code: string): Promise<number> {
  const entry = join(folder, `${name}.js`)
  writeFileSync(entry, code)
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: 'esbuild', lib: { entry, formats: ['es'] } },
  })) as Rollup.RollupOutput[]
  return brotliCompressSync(built[0]?.output[0].code ?? '').length
}

describe('latchkey/passkeys', () => {
  it('adds at most 3 kB to what it stands on', async () => {
    const alone = await weigh('alone', `export * from '@simplewebauthn/browser'`)
    const ours = await weigh(
      'ours',
      `export * from '../passkeys.js'\nexport * from '@simplewebauthn/browser'`,
    )
    expect(alone).toBeGreaterThan(1000)
    expect(ours).toBeGreaterThan(alone)
    expect(ours - alone).toBeLessThanOrEqual(3 * 1024)
  })
})

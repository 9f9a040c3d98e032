import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, type Rollup } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../../../scripts/run.mjs'

const dist = join(root, 'dist')
const folder = mkdtempSync(join(dist, '.providers-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const core = `export * from 'latchkey/core'`
const github = `export { default as GitHub } from 'latchkey/providers/github'`
const slack = `export { default as Slack } from 'latchkey/providers/slack'`

describe('an application with one provider', () => {
  it('has no file of another', async () => {
    const { modules } = await bundle('one', github)
    // The first is shared with others, and is not a provider.
    expect([...modules.keys()]).toEqual(['chunks/fetch-json.js', 'providers/github.js'])
  })

  it('weighs what the core and that provider weigh', async () => {
    const without = await bundle('without', core)
    const one = await bundle('one', github)
    const app = await bundle('app', core, github)
    expect(without.modules.size).toBeGreaterThan(10)
    expect(providersIn(without)).toEqual([])
    expect(providersIn(app)).toEqual(['providers/github.js'])
    expect(app.modules).toEqual(new Map([...without.modules, ...one.modules]))
    // Two names that are the same are told apart by a few characters.
    expect(Math.abs(app.length - without.length - one.length)).toBeLessThan(100)
  })

  it('weighs more with a second one, so that these tests can fail', async () => {
    const one = await bundle('one', github)
    const two = await bundle('two', github, slack)
    expect(providersIn(two)).toEqual(['providers/github.js', 'providers/slack.js'])
    expect(two.length).toBeGreaterThan(one.length)
  })
})

interface Bundle {
  /** The characters that are left of each of our files, by its path. */
  readonly modules: ReadonlyMap<string, number>
  readonly length: number
}

/** An application that does no more than to export; the packages that we stand on are left out. */
async function bundle(name: string, ...lines: readonly string[]): Promise<Bundle> {
  const entry = join(folder, `${name}.js`)
  writeFileSync(entry, lines.join('\n'))
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'] },
      rollupOptions: { external: /^(?:#|node:|jose|oauth4webapi|@simplewebauthn)/ },
    },
  })) as Rollup.RollupOutput[]
  const files: readonly (Rollup.OutputChunk | Rollup.OutputAsset)[] = built[0]?.output ?? []
  const chunks = files.filter((file) => file.type === 'chunk')
  const left = chunks.flatMap(({ modules }) => Object.entries(modules))
  const ours = left.filter(([id, { renderedLength }]) => id !== entry && renderedLength > 0)
  return {
    modules: new Map(
      ours
        .map(([id, { renderedLength }]) => [relative(dist, id), renderedLength] as const)
        .toSorted(([a], [b]) => a.localeCompare(b)),
    ),
    length: chunks.reduce((sum, { code }) => sum + code.length, 0),
  }
}

function providersIn({ modules }: Bundle): readonly string[] {
  return [...modules.keys()].filter((path) => /^providers\/[\w-]+\.js$/.test(path))
}

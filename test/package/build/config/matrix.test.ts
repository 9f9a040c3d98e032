import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder } from '../folder.js'
import type { Cell } from './app-files.js'
import { configForms } from './forms.js'
import { tryCell, type Verdict } from './try-cell.js'
import { tryDevCell } from './try-dev-cell.js'

const folders = { 1: makeFolder(1), 2: makeFolder(2) }
afterAll(() => {
  for (const folder of Object.values(folders)) folder.remove()
})

/** `npm run config-matrix` tries every cell; each takes a build of its own. */
const isWhole = process.env['CONFIG_MATRIX'] === 'all'
/** Forms that a build must accept, so that the matrix is not green because nothing works. */
const works = ['plain', 'own file', 'alias', 'local name', 'comment in the import', 'async']
  .concat(['barrel', 'default export', 'captured constants', 'module-level providers'])
  .concat(['source maps', 'inline maps', 'minify off'])
  .concat(['shared file in source maps', 'shared file in inline maps'])
const usual = ['pushed providers', 'server function', 'shared file in source maps'].concat([
  'config from server$',
])

const cells: readonly (Cell & { readonly mode: 'production' | 'dev' })[] = (
  [1, 2] as const
).flatMap((version) =>
  (['production', 'dev'] as const).flatMap((mode) =>
    (['routeAuth$', 'FrameworkAuth$', 'QwikAuth$'] as const).flatMap((initializer) =>
      [true, false].flatMap((hasPlugin) =>
        configForms.map((form) => ({ version, mode, initializer, hasPlugin, form })),
      ),
    ),
  ),
)

/** The ways that have been holes, and each name without the plugin. */
function isUsual({ form, initializer, hasPlugin, mode }: (typeof cells)[number]): boolean {
  if (initializer === 'QwikAuth$') {
    return mode === 'production' && hasPlugin && form.name === 'plain'
  }
  if (form.name !== 'plain') {
    const isSafest = hasPlugin && initializer === 'FrameworkAuth$'
    return mode === 'production' && isSafest && usual.includes(form.name)
  }
  if (mode === 'dev') return initializer === 'FrameworkAuth$' && !hasPlugin
  return initializer === 'FrameworkAuth$' || !hasPlugin
}

describe.each([1, 2] as const)(
  'a stranger cannot read the config of an app on Qwik %i',
  (version) => {
    const tried = cells.filter((cell) => cell.version === version && (isWhole || isUsual(cell)))

    it.each(tried.map((cell) => [describeCell(cell), cell] as const))('%s', async (name, cell) => {
      const folder = folders[version]
      const attempt = cell.mode === 'dev' ? tryDevCell : tryCell
      const verdict = await attempt(folder, name.replaceAll(/\W+/g, '-'), cell)
      if (isWhole) {
        process.stdout.write(
          `CELL ${name} | ${verdict.published} | ${verdict.callable} | ${reasonOf(verdict)}\n`,
        )
      }
      expect(verdict.callable, verdict.reason).not.toBe('yes')
      expect(verdict.published, verdict.reason).not.toBe('yes')
      // A build that fails for another reason proves nothing.
      if (verdict.published.endsWith('refuses')) expect(verdict.reason).toMatch(ownReason)
      if (!cell.hasPlugin) {
        expectRefusal(verdict)
      } else if (works.includes(cell.form.name)) {
        expect(verdict, verdict.reason).toMatchObject({ callable: 'no' })
      }
    })
  },
)

function describeCell({
  version,
  mode,
  initializer,
  hasPlugin,
  form,
}: (typeof cells)[number]): string {
  return `Qwik ${version} | ${mode} | ${initializer} | ${hasPlugin ? 'plugin' : 'no plugin'} | ${form.name}`
}

const ownReason = /[^\n]*(?:published|publishes|initializer|[Oo]ptimizer|[Cc]onfig function)[^\n]*/

/** The sentence that a refusal begins with. */
function reasonOf({ reason }: Verdict): string {
  return ownReason.exec(reason)?.[0] ?? reason
}

function expectRefusal({ published }: Verdict): void {
  expect(['app refuses', 'build refuses']).toContain(published)
}

import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { newestIn } from '../../../src/cli/move/version-range.js'
import type { Sandbox } from './sandbox.js'
import { makeTypeScriptApp } from './typescript-app.js'

const { peerDependencies: peers } = manifest

type Versions = Readonly<Record<string, string>>

function makeApp(packages: Versions, installed: Versions = {}): Sandbox {
  const modules = Object.entries(installed).map(([name, version]) => [
    `node_modules/${name}/package.json`,
    JSON.stringify({ version }),
  ])
  const all = { '@auth/qwik': '0.9.1', '@builder.io/qwik-city': '^1.20.1', ...packages }
  return makeTypeScriptApp({
    'package.json': JSON.stringify({ name: 'app', devDependencies: all }, undefined, 2),
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    'src/routes/index.tsx': '',
    ...(Object.fromEntries(modules) as Record<string, string>),
  })
}

async function report(packages: Versions, installed: Versions = {}): Promise<string> {
  const { code, output } = await makeApp(packages, installed).run(['move', '--dry-run'])
  expect(code).toBe(0)
  return output
}

describe('latchkey move reports a package that is too old for Latchkey', () => {
  it.each([
    ['vite', '^5.3.5', '6'],
    ['vite', '5.4', '6'],
    ['@builder.io/qwik', '1.7.3', '1.19.2'],
    ['@builder.io/qwik', '~1.19.0-dev', undefined],
    ['@builder.io/qwik', '~1.18.0', '1.19.2'],
    ['@builder.io/qwik', '<1.19.2', '1.19.2'],
    ['@builder.io/qwik', '1.5 || 1.6.x', '1.19.2'],
    ['nodemailer', '^6.9.0', '7.0.11'],
    ['nodemailer', '^7.0.0', undefined],
    ['@builder.io/qwik', '^1.7.3', undefined],
    ['vite', '>=5', undefined],
    ['vite', '>=5 <6', '6'],
    ['vite', '<6 >=5', '6'],
    ['vite', 'latest', undefined],
    ['vite', 'catalog:', undefined],
    ['vite', '^5 || ^6', undefined],
    ['left-pad', '0.0.1', undefined],
  ])('%s %s', async (name, range, wanted) => {
    const output = await report({ [name]: range })
    const problem = `${name} ${range} is too old. Latchkey needs ${wanted ?? ''} or later.`
    if (wanted === undefined) expect(output).not.toContain('too old')
    else expect(output).toContain(`package.json:6\n  ${problem}\n  move raises it to ^${wanted}. `)
  })

  it('that is installed, whatever the range allows', async () => {
    const output = await report(
      { vite: '*', nodemailer: '^7' },
      { vite: '5.4.1', nodemailer: '7.0.11' },
    )
    expect(output).toContain('package.json:6\n  vite 5.4.1 is too old. Latchkey needs 6 or later.')
    expect(output).not.toContain('nodemailer 7')
  })

  it('that package.json allows, whatever is installed', async () => {
    const output = await report({ vite: '^5.2.10' }, { vite: '7.3.0' })
    expect(output).toContain('package.json:6\n  vite ^5.2.10 is too old.')
  })

  it.each([
    [{ overrides: { vite: '5.4.10' } }, 'vite', '5.4.10'],
    [{ overrides: { vite: { '.': '5.4.10', esbuild: '0.25.0' } } }, 'vite', '5.4.10'],
    [{ resolutions: { '**/vite': '^5' } }, 'vite', '^5'],
    [{ resolutions: { '@builder.io/qwik@npm:^1': '1.12.0' } }, '@builder.io/qwik', '1.12.0'],
    [{ pnpm: { overrides: { 'vite@>=5 <6': '~5.4.0' } } }, 'vite', '~5.4.0'],
  ])('that package.json overrides: %o', async (lists, name, range) => {
    const sandbox = makeApp({})
    const given = JSON.parse(sandbox.read('package.json')) as object
    const text = JSON.stringify({ ...given, ...lists }, undefined, 2)
    sandbox.write('package.json', text)
    const line = text.split('\n').findIndex((one) => one.includes(`: "${range}"`)) + 1
    const { output } = await sandbox.run(['move', '--dry-run'])
    expect(output).toContain(`package.json:${line}\n  This keeps ${name} at ${range}, which is`)
  })

  it.each([
    { overrides: { vite: '^7' } },
    { overrides: { vite: '$vite' } },
    { overrides: { 'vite-imagetools': { vite: '5' } } },
    { resolutions: { 'vite-imagetools/vite': '5' } },
    { pnpm: { overrides: { 'vite-imagetools@1>vite': '5' } } },
    { overrides: 'vite' },
  ])('but not an override that has no effect on it: %o', async (lists) => {
    const sandbox = makeApp({})
    const given = JSON.parse(sandbox.read('package.json')) as object
    sandbox.write('package.json', JSON.stringify({ ...given, ...lists }, undefined, 2))
    expect((await sandbox.run(['move', '--dry-run'])).output).not.toContain('This keeps')
  })

  it.each([
    ['0.18.0', {}, 'package.json:6\n  @auth/core 0.18.0 writes session cookies'],
    ['^0.18.4', {}, 'package.json:6\n  @auth/core ^0.18.4 writes session cookies'],
    ['latest', { '@auth/core': '0.12.0' }, 'package.json:6\n  @auth/core 0.12.0 writes session'],
    [undefined, { '@auth/core': '0.12.0' }, 'package.json:1\n  @auth/core 0.12.0 writes session'],
    ['^0.19.0', {}, undefined],
    ['^0.30.0', { '@auth/core': '0.30.0' }, undefined],
    [undefined, {}, undefined],
  ])(
    'or whose session cookies Latchkey does not read: @auth/core %s with %o installed',
    async (range, installed, problem) => {
      const output = await report(range === undefined ? {} : { '@auth/core': range }, installed)
      if (problem === undefined) expect(output).not.toContain('writes session cookies')
      else expect(output).toContain(problem)
    },
  )

  it('among the dependencies of Qwik 2', async () => {
    const packages = { '@qwik.dev/core': '2.0.0-beta.9', '@qwik.dev/router': '2.0.0-beta.45' }
    const output = await report(packages)
    expect(output).toContain('@qwik.dev/core 2.0.0-beta.9 is too old.')
    expect(output).not.toContain('@qwik.dev/router 2')
  })
})

describe('latchkey move with a range that allows only versions which are too old', () => {
  const packages = {
    vite: '^5.2.10',
    '@builder.io/qwik': '~1.5.7',
    nodemailer: '6',
    bcryptjs: '>=2',
    '@simplewebauthn/browser': 'workspace:*',
  }

  it('raises the range to the oldest version that Latchkey needs, and changes no other', async () => {
    const sandbox = makeApp(packages, { vite: '5.4.1' })
    const before = sandbox.read('package.json')
    const { output } = await sandbox.run(['move', '--yes'])
    const raised = {
      ...packages,
      vite: `^${peers.vite.slice(2)}`,
      '@builder.io/qwik': `^${/[\d.]+/.exec(peers['@builder.io/qwik'])?.[0]}`,
      nodemailer: `^${peers.nodemailer.slice(2)}`,
    }
    expect(JSON.parse(sandbox.read('package.json')).devDependencies).toEqual({
      '@builder.io/qwik-city': '^1.20.1',
      ...raised,
    })
    expect(raised.vite).toBe('^6')
    expect(output.match(/vite .* is too old/g)).toEqual(['vite ^5.2.10 is too old'])
    expect((await sandbox.run(['move', '--yes'])).output).toMatch(/Nothing to move\.\n$/)
    expect(before).toContain('"vite": "^5.2.10"')
  })

  it('raises it in each group, and keeps the formatting', async () => {
    const sandbox = makeTypeScriptApp({
      'package.json': `{
\t"dependencies" : {"vite":"5", "latchkey": "0.1.0"},\r
\t"peerDependencies": { "vite": "^5" },
\t"devDependencies": { "vite" : '^4 || ^5'  , "@builder.io/qwik-city": "1", "@auth/qwik": "1" }
}`.replaceAll("'", '"'),
      'vite.config.ts': 'export default { plugins: [qwikVite()] }',
      'src/routes/index.tsx': '',
    })
    await sandbox.run(['move', '--yes'])
    expect(sandbox.read('package.json')).toBe(`{
\t"dependencies" : {"vite":"^6", "latchkey": "0.1.0"},\r
\t"peerDependencies": { "vite": "^5" },
\t"devDependencies": { "vite" : "^6"  , "@builder.io/qwik-city": "1" }
}`)
  })

  it.each([
    'workspace:*',
    'catalog:',
    'catalog:build',
    'next',
    'npm:rolldown-vite@latest',
    'github:vitejs/vite#v5.4.1',
    'git+https://example.com/vite.git',
    'file:../vite',
  ])('reports %s and leaves it, unless the installed version is new enough', async (range) => {
    const sandbox = makeApp({ vite: range })
    const { output } = await sandbox.run(['move', '--yes'])
    expect(output).toContain(
      `package.json:6\n  move cannot see which version of vite "${range}" means. Latchkey needs 6 or later.`,
    )
    expect(JSON.parse(sandbox.read('package.json')).devDependencies.vite).toBe(range)
    expect(await report({ vite: range }, { vite: '6.4.1' })).not.toContain('vite "')
    expect(await report({ vite: range }, { vite: '5.4.1' })).toContain('vite 5.4.1 is too old.')
  })
})

const endless = 'Infinity.Infinity.Infinity'

describe('the newest version of a range', () => {
  it.each([
    ['1.2.3', '1.2.3'],
    ['=v1.2.3', '1.2.3'],
    ['1.2.3-beta.4', '1.2.3-beta.4'],
    ['^1.2.3', '1.Infinity.Infinity'],
    ['^0.2.3', '0.2.Infinity'],
    ['^0.0.3', '0.0.3'],
    ['~1.2.3', '1.2.Infinity'],
    ['~1', '1.Infinity.Infinity'],
    ['1', '1.Infinity.Infinity'],
    ['1.x', '1.Infinity.Infinity'],
    ['1.2.*', '1.2.Infinity'],
    ['<2', '1.Infinity.Infinity'],
    ['<1.19.0', '1.18.Infinity'],
    ['<=1.2.3', '1.2.3'],
    ['>=1 <3.0.0', '2.Infinity.Infinity'],
    ['1.0.0 - 2.3.4', '2.3.4'],
    ['^5 || ^4', '5.Infinity.Infinity'],
    ['<3.0.0 >=1', '2.Infinity.Infinity'],
    ['>= 1 < 3.0.0', '2.Infinity.Infinity'],
    ['^1.2 1.4.x', '1.4.Infinity'],
    ['1.2.3+build.5', '1.2.3'],
    ['~> 1.2', '1.2.Infinity'],
    ['<0', '0.0.0'],
    ['>1', endless],
    ['*', endless],
    ['', endless],
    ['^1 || *', endless],
    ['1.x || >=2.5.0 || 5.0.0 - 7.2.3', endless],
    ['next', undefined],
    ['workspace:*', undefined],
    ['npm:other@5.4.1', undefined],
    ['github:owner/repo#v5.4.1', undefined],
    ['^1 || next', undefined],
    ['1.0.0 - next', undefined],
  ])('%s ends with %s', (range, newest) => {
    expect(newestIn(range)).toBe(newest)
  })
})

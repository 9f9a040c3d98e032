import nodeModule from 'node:module'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findPackageManager, spellCommands } from '../../../src/cli/package-manager.js'
import { makeSandbox, qwikApp, type Sandbox } from './sandbox.js'

const manifest = JSON.parse(qwikApp['package.json'] ?? '{}')
const init = ['init', '--yes', '--providers', 'email,password', '--database', 'postgres']

describe('the package manager of an app', () => {
  it.each([
    ['npm', { 'package-lock.json': '' }],
    ['pnpm', { 'pnpm-lock.yaml': '' }],
    ['yarn', { 'yarn.lock': '' }],
    ['bun', { 'bun.lock': '' }],
    ['bun', { 'bun.lockb': '' }],
    ['npm', {}],
  ])('is %s with %j', async (name, files) => {
    const sandbox = makeSandbox({ ...qwikApp, ...files })
    expect((await findPackageManager(sandbox.folder)).name).toBe(name)
  })

  it.each(['pnpm@9.1.0', 'pnpm@9.1.0+sha512.abc', 'pnpm'])(
    'is the one that packageManager names, whatever lockfile is there: %s',
    async (packageManager) => {
      const text = JSON.stringify({ ...manifest, packageManager })
      const sandbox = makeSandbox({ ...qwikApp, 'package.json': text, 'package-lock.json': '' })
      expect((await findPackageManager(sandbox.folder)).name).toBe('pnpm')
    },
  )

  it('is the one of the monorepo that the app is in, but not of what is around it', async () => {
    const inner = Object.entries(qwikApp).map(([path, text]) => [`repo/apps/web/${path}`, text])
    const sandbox = makeSandbox({
      ...Object.fromEntries(inner),
      'repo/package.json': '{}',
      'repo/pnpm-lock.yaml': '',
      'repo/.git/HEAD': '',
      'package.json': '{ "packageManager": "yarn@4" }',
    })
    expect((await findPackageManager(`${sandbox.folder}/repo/apps/web`)).name).toBe('pnpm')
    sandbox.write('repo/package.json', '{')
    expect((await findPackageManager(`${sandbox.folder}/repo/apps/web`)).name).toBe('pnpm')
  })
})

describe('the commands that are printed', () => {
  function appWith(lockfile: string): Sandbox {
    return makeSandbox({ ...qwikApp, [lockfile]: '' })
  }

  it.each([
    ['pnpm-lock.yaml', 'pnpm add latchkey', 'pnpm add -D @types/pg', 'pnpm run dev', 'pnpm exec'],
    ['yarn.lock', 'yarn add latchkey', 'yarn add -D @types/pg', 'yarn run dev', 'yarn'],
    ['bun.lock', 'bun add latchkey', 'bun add -d @types/pg', 'bun run dev', 'bunx'],
    ['package-lock.json', 'npm install latchkey', 'npm install -D @types/pg', 'npm run dev', 'npx'],
  ])('suit %s after init', async (lockfile, add, addDev, dev, exec) => {
    const { output } = await appWith(lockfile).run(init)
    for (const line of [`\n- ${add} `, `\n- ${addDev}\n`, `\n- ${dev}, and open `]) {
      expect(output).toContain(line)
    }
    expect(output).toContain(`\n- ${exec} latchkey doctor checks the result.`)
    const [, advice = ''] = output.split('\nNext:\n')
    if (exec !== 'npx') expect(advice).not.toMatch(/\b(?:npm|npx)\b/)
  })

  it('suit the app in the cures of doctor, and in errors', async () => {
    const sandbox = appWith('pnpm-lock.yaml')
    const { output } = await sandbox.run(['doctor'])
    expect(output).toContain('→ Run pnpm exec latchkey init.')
    expect(output).toContain(
      '→ Run pnpm install, or pnpm add latchkey if package.json does not have it.',
    )
    expect(output).not.toMatch(/\b(?:npm|npx) /)
    expect((await sandbox.run(['init', '--yes'])).errors).toContain('pnpm exec latchkey init')
  })

  it('suit the app in questions, notices, notes and help', async () => {
    const plugin = { 'src/routes/plugin@auth.ts': 'import "@auth/qwik"' }
    const env = { '.env': 'AUTH_SECRET=short\n' }
    const sandbox = makeSandbox({ ...qwikApp, ...plugin, ...env, 'bun.lock': '' })
    const answers = ['zzzzzzzz', 'password', 'sqlite', 'n']
    const { output, errors } = await sandbox.run(['init'], { answers })
    expect(errors).toContain('See bunx latchkey init --list.')
    expect(output).toContain('To move it from Auth.js, run bunx latchkey move.')
    expect(output).toContain('bunx latchkey init --providers email,password')
    expect(output).toContain('the one that `bunx latchkey secret`')
    expect((await sandbox.run(['--help'])).output).toMatch(/^bunx latchkey init\n/)
  })

  it('are the same in the files that init writes, so that a second run changes nothing', async () => {
    const sandbox = appWith('pnpm-lock.yaml')
    const { output } = await sandbox.run(init)
    expect(sandbox.read('.env')).toContain('npx latchkey secret')
    expect(output).toContain('+ # Encrypts the sessions. Create one with: npx latchkey secret\n')
    sandbox.write('package.json', JSON.stringify({ ...manifest, packageManager: 'yarn@4' }))
    expect((await sandbox.run(init)).output).toContain('Nothing to do.')
  })

  it.each([
    ['npm install --save-dev typescript@5', 'bun add -d typescript@5'],
    ['npm install @types/pg', 'bun add @types/pg'],
    ['Run npm install.', 'Run bun install.'],
    ['npm start', 'bun run start'],
    ['npx other', 'npx other'],
  ])('%s is spelt %s', async (text, spelt) => {
    const manager = await findPackageManager(appWith('bun.lock').folder)
    expect(spellCommands(text, manager)).toBe(spelt)
  })
})

describe("an app with Yarn's Plug'n'Play", () => {
  const call =
    'import { routeAuth$ } from "latchkey"\nexport const { onRequest } = routeAuth$(() => ({}))\n'

  function makeApp(): Sandbox {
    const files = { 'yarn.lock': '', '.pnp.cjs': '', 'src/routes/plugin@auth.ts': call }
    return makeSandbox({ ...qwikApp, ...files })
  }

  it('is not checked if Yarn did not start the command, and doctor says so', async () => {
    const sandbox = makeApp()
    const { output } = await sandbox.run(['doctor'], { from: 'src' })
    expect(output).toContain(
      "packages     ? unknown  Yarn's Plug'n'Play keeps the app's packages in archives, and Yarn did not start this command.",
    )
    expect(output).toContain('→ Run yarn latchkey doctor.\n')
    expect(output).not.toContain('is not installed')
    expect(output).not.toContain('could not be loaded')
    const { errors } = await sandbox.run(['migrate', '--url', 'file:a.sqlite'])
    expect(errors).toBe(
      "Yarn's Plug'n'Play keeps kysely in an archive, and Yarn did not start this command. Start it with yarn latchkey.\n",
    )
  })

  it('is checked in a process of Yarn', async () => {
    const sandbox = makeApp()
    sandbox.write('archive/vite/package.json', '{ "version": "5.0.0" }')
    // What Yarn's own loader does to the process.
    const findPnpApi = (path: string): object => ({
      resolveToUnqualified(name: string, issuer: string) {
        expect([path, issuer]).toEqual([`${sandbox.folder}/`, `${sandbox.folder}/`])
        if (name !== 'vite') throw new Error('not a dependency')
        return join(sandbox.folder, 'archive', name)
      },
    })
    Object.assign(nodeModule, { findPnpApi })
    onTestFinished(() => void Reflect.deleteProperty(nodeModule, 'findPnpApi'))
    const { output } = await sandbox.run(['doctor'])
    expect(output).toContain('Expected vite 6 or later, but before 8, found 5.0.0.')
    expect(output).toContain('@builder.io/qwik is not installed.')
    expect(output).not.toContain('packages ')
  })
})

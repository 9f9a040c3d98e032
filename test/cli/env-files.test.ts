import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEnv } from '../../src/cli/parse-env.js'
import { makeSandbox, qwikApp, type Sandbox } from './sandbox.js'

const init = ['init', '--yes', '--providers', 'github']
const secretWrite = ['secret', '--write']
const secret = 'Zk3vQ0mT8yLrN5sXw1bHc7dJf9gKp2aE'
const line = `AUTH_SECRET=${secret}\n`

function appWithScript(dev: string, files: Readonly<Record<string, string>>): Sandbox {
  const { devDependencies } = JSON.parse(qwikApp['package.json'] ?? '{}')
  const text = JSON.stringify({ devDependencies, scripts: { dev } })
  return makeSandbox({ ...qwikApp, 'package.json': text, ...files })
}

async function envResults(scene: Sandbox): Promise<readonly string[]> {
  const { output } = await scene.run(['doctor', '--json'])
  return JSON.parse(output)
    .results.filter(({ check }: { check: string }) => check === 'env files')
    .map(({ state, message }: Record<string, string>) => `${state}: ${message}`)
}

describe('a secret that the dev server reads from another file', () => {
  it.each([
    ['vite --mode ssr', '.env.local'],
    ['vite --mode ssr', '.env.ssr'],
    ['vite --mode=ssr', '.env.ssr.local'],
    ['vite', '.env.development'],
    ['vite --host', '.env.development.local'],
  ])('is not shadowed by a second one: %s, %s', async (script, file) => {
    const scene = appWithScript(script, { [file]: line })
    const { output } = await scene.run(init)
    expect(scene.read('.env')).not.toMatch(/AUTH_SECRET=/)
    expect(scene.read(file)).toBe(line)
    expect(output).toContain(
      `Note: The dev server reads AUTH_SECRET from ${file}, so none is added to .env.`,
    )
    expect((await scene.run(secretWrite)).output).toBe(
      'AUTH_SECRET is already set, so nothing was changed.\n',
    )
  })

  it.each([
    ['vite --mode ssr', '.env.development.local'],
    ['vite --mode ssr', '.env.production'],
    ['vite', '.env.ssr'],
  ])('is added if the dev server does not read that file: %s, %s', async (script, file) => {
    const scene = appWithScript(script, { [file]: line })
    const { output } = await scene.run(init)
    expect(scene.read('.env')).toMatch(/^AUTH_SECRET=[\w+/]{44}$/m)
    expect(output.includes(`AUTH_SECRET is in ${file}, which the dev script`)).toBe(
      file.startsWith('.env.development'),
    )
  })
})

describe.skipIf(process.platform === 'win32')('a secret in a file for another mode', () => {
  it.each([
    '.env.local',
    '.env.production',
    '.env.development.local',
    '.env.development',
    '.env.staging',
  ])('is reported by doctor if git tracks %s or others can read it', async (file) => {
    const scene = makeSandbox({ ...qwikApp, [file]: line, '.gitignore': `${file}\n` })
    execFileSync('git', ['init', '--quiet'], { cwd: scene.folder })
    chmodSync(join(scene.folder, file), 0o644)
    expect(await envResults(scene)).toEqual([
      `warning: Other users of this machine can read ${file} (mode 0644).`,
    ])
    chmodSync(join(scene.folder, file), 0o600)
    execFileSync('git', ['add', '--force', file], { cwd: scene.folder })
    expect(await envResults(scene)).toEqual([
      `wrong: Git tracks ${file}, and AUTH_SECRET is in it.`,
    ])
    expect((await scene.run(init)).output).toContain(
      `Note: Git tracks ${file}, and AUTH_SECRET is in it.`,
    )
  })
})

describe('the encoding of .env', () => {
  it('a byte order mark hides no variable, and is reported', async () => {
    const scene = makeSandbox({ ...qwikApp, '.env': `\uFEFF${line}A=1\n` })
    const { output } = await scene.run(init)
    expect(scene.read('.env').match(/AUTH_SECRET=/g)).toHaveLength(1)
    expect(output).toContain('Note: .env starts with a byte order mark.')
    expect(parseEnv(scene.read('.env')).map(({ name }) => name)).toEqual(['AUTH_SECRET', 'A'])
    expect(await envResults(scene)).toContainEqual(
      expect.stringMatching(/^warning: \.env starts with a byte order mark\./),
    )
  })

  it('a byte order mark before an empty secret stays before the new one', async () => {
    const scene = makeSandbox({ ...qwikApp, '.env': '\uFEFFAUTH_SECRET=\r\nA=1\r\n' })
    await scene.run(secretWrite)
    expect(scene.read('.env')).toMatch(/^\uFEFFAUTH_SECRET=[\w+/]{44}\r\nA=1\r\n$/)
  })

  it('Windows line endings are kept, and end each value', async () => {
    const text = `A=1\r\nB="x\r\ny"\r\nAUTH_SECRET=\r\n`
    const scene = makeSandbox({ ...qwikApp, '.env': text })
    await scene.run(init)
    const now = scene.read('.env')
    expect(now.replaceAll('\r\n', '')).not.toContain('\n')
    const [, value] = /AUTH_SECRET=([\w+/]{44})\r\n/.exec(now) ?? []
    expect(parseEnv(now).find(({ name }) => name === 'AUTH_SECRET')?.value).toBe(value)
    expect((await scene.run(init)).output).toContain('Nothing to do.')
  })

  it.each([init, secretWrite])('a file in UTF-16 is not touched: %j', async (...args) => {
    const scene = makeSandbox()
    const bytes = Buffer.from('\uFEFFA=1\r\n', 'utf16le')
    writeFileSync(join(scene.folder, '.env'), bytes)
    const { code, errors } = await scene.run(args)
    expect(code).toBe(1)
    expect(errors).toBe(
      '.env is in UTF-16, so no server can read it. Save it as UTF-8, and run this again.\n',
    )
    expect(scene.has('src/routes/plugin@auth.ts')).toBe(false)
    expect(await envResults(scene)).toEqual(['wrong: .env is in UTF-16, so no server can read it.'])
  })

  it('a byte order mark in package.json is skipped', async () => {
    const text = `\uFEFF${qwikApp['package.json']}`
    expect((await makeSandbox({ ...qwikApp, 'package.json': text }).run(init)).code).toBe(0)
  })
})

describe('a .env that is not a file', () => {
  it.each([init, secretWrite])('sends the secret to .env.local: %j', async (...args) => {
    const scene = makeSandbox({ ...qwikApp, '.env/bin/activate': '' })
    const { code, output } = await scene.run(args)
    expect(code).toBe(0)
    expect(scene.read('.env.local')).toMatch(/^AUTH_SECRET=[\w+/]{44}$/m)
    expect(output).toContain('.env.local')
    expect(scene.read('.gitignore')).toContain('.env.local\n')
  })

  it('is said by init, and does not stop doctor', async () => {
    const scene = makeSandbox({ ...qwikApp, '.env/bin/activate': '' })
    expect((await scene.run(init)).output).toContain(
      'Note: .env is not a file, so the variables go to .env.local, which Vite reads too.',
    )
    expect((await scene.run(init)).output).toContain('Nothing to do.')
    expect(await envResults(scene)).toEqual([expect.stringMatching(/^ok: /)])
  })

  it('and a .env.local that is a folder too is refused', async () => {
    const scene = makeSandbox({ ...qwikApp, '.env/a': '' })
    mkdirSync(join(scene.folder, '.env.local'))
    expect(await scene.run(init)).toEqual({
      code: 1,
      output: '',
      errors: '.env.local is not a file. Rename it, and run this again.\n',
    })
  })

  it.skipIf(process.platform === 'win32')('but a link to nothing is refused', async () => {
    const scene = makeSandbox()
    symlinkSync('../shared.env', join(scene.folder, '.env'))
    expect(await scene.run(init)).toEqual({
      code: 1,
      output: '',
      errors:
        '.env is a link to ../shared.env, which does not exist. Remove the link or create the file, and run this again.\n',
    })
    expect(scene.has('src/routes/plugin@auth.ts')).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('but a pipe is not opened', async () => {
    const scene = makeSandbox()
    execFileSync('mkfifo', [join(scene.folder, '.env')])
    expect((await scene.run(secretWrite)).code).toBe(0)
    expect(scene.read('.env.local')).toContain('AUTH_SECRET=')
    expect(await envResults(scene)).toEqual([expect.stringMatching(/^ok: /)])
  })
})

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { parseEnv } from '../../../src/cli/parse-env.js'
import { makeSandbox, qwikApp, type Sandbox } from './sandbox.js'
import { makeTypeScriptApp } from './typescript-app.js'

const init = ['init', '--yes', '--providers', 'github']
const secretWrite = ['secret', '--write']
const secret = 'Zk3vQ0mT8yLrN5sXw1bHc7dJf9gKp2aE'
const line = `AUTH_SECRET=${secret}\n`

function appWithScript(dev: string, files: Readonly<Record<string, string>>): Sandbox {
  const { devDependencies } = JSON.parse(qwikApp['package.json'] ?? '{}')
  const text = JSON.stringify({ devDependencies, scripts: { dev } })
  return makeSandbox({ ...qwikApp, 'package.json': text, ...files })
}

async function envResults(sandbox: Sandbox): Promise<readonly string[]> {
  const { output } = await sandbox.run(['doctor', '--json'])
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
    const sandbox = appWithScript(script, { [file]: line })
    const { output } = await sandbox.run(init)
    expect(sandbox.read('.env')).not.toMatch(/AUTH_SECRET=/)
    expect(sandbox.read(file)).toBe(line)
    expect(output).toContain(
      `Note: The dev server reads AUTH_SECRET from ${file}, so none is added to .env.`,
    )
    expect((await sandbox.run(secretWrite)).output).toBe(
      'AUTH_SECRET is already set, so nothing was changed.\n',
    )
  })

  it.each([
    ['vite --mode ssr', '.env.development.local'],
    ['vite --mode ssr', '.env.production'],
    ['vite', '.env.ssr'],
  ])('is added if the dev server does not read that file: %s, %s', async (script, file) => {
    const sandbox = appWithScript(script, { [file]: line })
    const { output } = await sandbox.run(init)
    expect(sandbox.read('.env')).toMatch(/^AUTH_SECRET=[\w+/]{44}$/m)
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
    const sandbox = makeSandbox({ ...qwikApp, [file]: line, '.gitignore': `${file}\n` })
    execFileSync('git', ['init', '--quiet'], { cwd: sandbox.folder })
    chmodSync(join(sandbox.folder, file), 0o644)
    expect(await envResults(sandbox)).toEqual([
      `warning: Other users of this machine can read ${file} (mode 0644).`,
    ])
    chmodSync(join(sandbox.folder, file), 0o600)
    execFileSync('git', ['add', '--force', file], { cwd: sandbox.folder })
    expect(await envResults(sandbox)).toEqual([
      `wrong: Git tracks ${file}, and AUTH_SECRET is in it.`,
    ])
    expect((await sandbox.run(init)).output).toContain(
      `Note: Git tracks ${file}, and AUTH_SECRET is in it.`,
    )
  })
})

describe('the encoding of .env', () => {
  it('a byte order mark hides no variable, and is reported', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.env': `\uFEFF${line}A=1\n` })
    const { output } = await sandbox.run(init)
    expect(sandbox.read('.env').match(/AUTH_SECRET=/g)).toHaveLength(1)
    expect(output).toContain('Note: .env starts with a byte order mark.')
    expect(parseEnv(sandbox.read('.env')).map(({ name }) => name)).toEqual(['AUTH_SECRET', 'A'])
    expect(await envResults(sandbox)).toContainEqual(
      expect.stringMatching(/^warning: \.env starts with a byte order mark\./),
    )
  })

  it('a byte order mark before an empty secret stays before the new one', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.env': '\uFEFFAUTH_SECRET=\r\nA=1\r\n' })
    await sandbox.run(secretWrite)
    expect(sandbox.read('.env')).toMatch(/^\uFEFFAUTH_SECRET=[\w+/]{44}\r\nA=1\r\n$/)
  })

  it('Windows line endings are kept, and end each value', async () => {
    const text = `A=1\r\nB="x\r\ny"\r\nAUTH_SECRET=\r\n`
    const sandbox = makeSandbox({ ...qwikApp, '.env': text })
    await sandbox.run(init)
    const now = sandbox.read('.env')
    expect(now.replaceAll('\r\n', '')).not.toContain('\n')
    const [, value] = /AUTH_SECRET=([\w+/]{44})\r\n/.exec(now) ?? []
    expect(parseEnv(now).find(({ name }) => name === 'AUTH_SECRET')?.value).toBe(value)
    expect((await sandbox.run(init)).output).toContain('Nothing to do.')
  })

  it.each([init, secretWrite])('a file in UTF-16 is not touched: %j', async (...args) => {
    const sandbox = makeSandbox()
    const bytes = Buffer.from('\uFEFFA=1\r\n', 'utf16le')
    writeFileSync(join(sandbox.folder, '.env'), bytes)
    const { code, errors } = await sandbox.run(args)
    expect(code).toBe(1)
    expect(errors).toBe(
      '.env is in UTF-16, so no server can read it. Save it as UTF-8, and run this again.\n',
    )
    expect(sandbox.has('src/routes/plugin@auth.ts')).toBe(false)
    expect(await envResults(sandbox)).toEqual([
      'wrong: .env is in UTF-16, so no server can read it.',
    ])
  })

  it('a tracked file in Latin-1 does not matter, because the secret goes to .env.local', async () => {
    const sandbox = makeSandbox({ '.gitignore': '.env.local\n' })
    writeFileSync(join(sandbox.folder, '.env'), Buffer.from('NAME=Andr\u00E9\n', 'latin1'))
    execFileSync('git', ['init', '--quiet'], { cwd: sandbox.folder })
    execFileSync('git', ['add', '--force', '.env'], { cwd: sandbox.folder })
    expect((await sandbox.run(secretWrite)).code).toBe(0)
    expect(sandbox.read('.env.local')).toMatch(/AUTH_SECRET=[\w+/]{44}/)
  })

  it.each([init, secretWrite])('a file in Latin-1 is not touched: %j', async (...args) => {
    const sandbox = makeSandbox()
    const bytes = Buffer.from('NAME=Andr\u00E9\n', 'latin1')
    writeFileSync(join(sandbox.folder, '.env'), bytes)
    expect(await sandbox.run(args)).toEqual({
      code: 1,
      output: '',
      errors:
        '.env is not in UTF-8, so a change would damage it. Save it as UTF-8, and run this again.\n',
    })
    expect(readFileSync(join(sandbox.folder, '.env'))).toEqual(bytes)
    expect(sandbox.has('.gitignore')).toBe(false)
  })

  it('a file of another user that others can read is refused before anything is written', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.env': 'A=1\n' })
    chmodSync(join(sandbox.folder, '.env'), 0o666)
    vi.spyOn(process, 'getuid').mockReturnValue(54_321)
    const { code, errors } = await sandbox.run(init)
    vi.restoreAllMocks()
    expect(code).toBe(1)
    expect(errors).toBe(
      '.env can be read by other users, and it belongs to another user. Make it yours with chown, and run this again.\n',
    )
    expect(sandbox.has('src/routes/plugin@auth.ts')).toBe(false)
  })

  it('a byte order mark in package.json is skipped', async () => {
    const text = `\uFEFF${qwikApp['package.json']}`
    expect((await makeSandbox({ ...qwikApp, 'package.json': text }).run(init)).code).toBe(0)
  })
})

describe('a .env that is not a file', () => {
  it.each([init, secretWrite])('sends the secret to .env.local: %j', async (...args) => {
    const sandbox = makeSandbox({ ...qwikApp, '.env/bin/activate': '' })
    const { code, output } = await sandbox.run(args)
    expect(code).toBe(0)
    expect(sandbox.read('.env.local')).toMatch(/^AUTH_SECRET=[\w+/]{44}$/m)
    expect(output).toContain('.env.local')
    expect(sandbox.read('.gitignore')).toContain('.env.local\n')
  })

  it('is said by init, and does not stop doctor', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.env/bin/activate': '' })
    expect((await sandbox.run(init)).output).toContain(
      'Note: .env is not a file, so the variables go to .env.local, which Vite reads too.',
    )
    expect((await sandbox.run(init)).output).toContain('Nothing to do.')
    expect(await envResults(sandbox)).toEqual([expect.stringMatching(/^ok: /)])
  })

  it('and a .env.local that is a folder too is refused', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.env/a': '' })
    mkdirSync(join(sandbox.folder, '.env.local'))
    expect(await sandbox.run(init)).toEqual({
      code: 1,
      output: '',
      errors: '.env.local is not a file. Rename it, and run this again.\n',
    })
  })

  it.skipIf(process.platform === 'win32')('but a link to nothing is refused', async () => {
    const sandbox = makeSandbox()
    symlinkSync('../shared.env', join(sandbox.folder, '.env'))
    expect(await sandbox.run(init)).toEqual({
      code: 1,
      output: '',
      errors:
        '.env is a link to ../shared.env, which does not exist. Remove the link or create the file, and run this again.\n',
    })
    expect(sandbox.has('src/routes/plugin@auth.ts')).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('but a pipe is not opened', async () => {
    const sandbox = makeSandbox()
    execFileSync('mkfifo', [join(sandbox.folder, '.env')])
    expect((await sandbox.run(secretWrite)).code).toBe(0)
    expect(sandbox.read('.env.local')).toContain('AUTH_SECRET=')
    expect(await envResults(sandbox)).toEqual([expect.stringMatching(/^ok: /)])
  })
})

describe('a file that init cannot change without damage', () => {
  const viteConfig = 'export default { plugins: [] } // Andr\u00E9\n'

  // prettier-ignore
  it.each([
    ['.gitignore',     'latin1',  'Andr\u00E9\n', 'is not in UTF-8, so a change would damage it'],
    ['.gitignore',     'utf16le', 'dist\n',       'is in UTF-16, so no server can read it'],
    ['.env.example',   'latin1',  '# Andr\u00E9\n', 'is not in UTF-8, so a change would damage it'],
    ['.env.example',   'utf16le', '# A=\n',       'is in UTF-16, so no server can read it'],
    ['vite.config.ts', 'latin1',  viteConfig,     'is not in UTF-8, so a change would damage it'],
  ] as const)('is left as it is: %s in %s', async (path, encoding, text, problem) => {
    const sandbox = makeTypeScriptApp(qwikApp)
    const bytes = Buffer.from(text, encoding)
    writeFileSync(join(sandbox.folder, path), bytes)
    expect(await sandbox.run(init)).toEqual({
      code: 1,
      output: '',
      errors: `${path} ${problem}. Save it as UTF-8, and run this again.\n`,
    })
    expect(readFileSync(join(sandbox.folder, path))).toEqual(bytes)
    expect(sandbox.has('src/routes/plugin@auth.ts')).toBe(false)
  })

  it('keeps a byte order mark', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.gitignore': '\uFEFFdist\n' })
    expect((await sandbox.run(init)).code).toBe(0)
    expect(sandbox.read('.gitignore')).toBe('\uFEFFdist\n.env\n')
  })
})

it.skipIf(process.platform === 'win32')(
  'a .env that is not UTF-8 is made private if nothing else has to change',
  async () => {
    const sandbox = makeSandbox(qwikApp)
    const bytes = Buffer.from(`NAME=Ren\xe9\nAUTH_SECRET=${secret}\n`, 'latin1')
    writeFileSync(join(sandbox.folder, '.env'), bytes)
    sandbox.write('.gitignore', '.env\n')
    chmodSync(join(sandbox.folder, '.env'), 0o644)
    const { code, output } = await sandbox.run(['secret', '--write'])
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(statSync(join(sandbox.folder, '.env')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(sandbox.folder, '.env'))).toEqual(bytes)
  },
)

describe('an app is not left half-written', () => {
  it.skipIf(process.platform === 'win32')('because .gitignore is a link', async () => {
    const sandbox = makeSandbox({ ...qwikApp, shared: 'dist\n' })
    execFileSync('git', ['init', '--quiet'], { cwd: sandbox.folder })
    symlinkSync('shared', join(sandbox.folder, '.gitignore'))
    const { code, errors } = await sandbox.run(['init', '--yes', '--providers', 'github'])
    expect(code).toBe(1)
    expect(errors).toContain(
      '.gitignore is a link, which Git does not follow. Replace it by a file',
    )
    expect(sandbox.read('shared')).toBe('dist\n')
    for (const path of ['.env', 'src/routes/plugin@auth.ts']) expect(sandbox.has(path)).toBe(false)
  })

  async function expectNothing(sandbox: Sandbox, errors: string): Promise<void> {
    expect(await sandbox.run(init)).toEqual({ code: 1, output: '', errors: `${errors}\n` })
    expect(sandbox.has('src/routes/plugin@auth.ts')).toBe(false)
  }

  it.each(['.gitignore', '.env.example'])('if %s is a folder', async (path) => {
    const sandbox = makeSandbox()
    mkdirSync(join(sandbox.folder, path))
    const full = join(sandbox.folder, path)
    await expectNothing(
      sandbox,
      `Expected ${full} to be a file. Rename the folder, and run this again.`,
    )
  })

  it('if a folder of a new file is a file', async () => {
    const sandbox = makeSandbox({ ...qwikApp, 'src/routes/signin': '' })
    const { code, errors } = await sandbox.run([...init, '--page'])
    expect({ code, errors }).toEqual({
      code: 1,
      errors:
        'src/routes/signin/index.tsx cannot be created, because src/routes/signin is not a folder. Rename it, and run this again.\n',
    })
    expect(sandbox.has('src/routes/plugin@auth.ts')).toBe(false)
  })

  describe.skipIf(process.platform === 'win32')('on systems with modes and links', () => {
    it('if .env.example is a link to nothing', async () => {
      const sandbox = makeSandbox()
      symlinkSync('../nothing', join(sandbox.folder, '.env.example'))
      await expectNothing(
        sandbox,
        '.env.example is a link to ../nothing, which does not exist. Remove the link or create the file, and run this again.',
      )
    })

    it.each([init, secretWrite])('if .env is read-only: %j', async (...args) => {
      const sandbox = makeSandbox({ ...qwikApp, '.env': 'A=1\n' })
      chmodSync(join(sandbox.folder, '.env'), 0o400)
      expect(await sandbox.run(args)).toEqual({
        code: 1,
        output: '',
        errors: '.env is read-only. Run chmod u+w .env, and run this again.\n',
      })
      expect(sandbox.has('.gitignore')).toBe(false)
    })

    it('if the folder of a new file is read-only', async () => {
      const sandbox = makeSandbox()
      chmodSync(join(sandbox.folder, 'src/routes'), 0o500)
      await expectNothing(
        sandbox,
        'src/routes/plugin@auth.ts cannot be created, because src/routes is read-only. Change its mode, and run this again.',
      )
      chmodSync(join(sandbox.folder, 'src/routes'), 0o700)
    })
  })
})

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { parseEnv } from '../../src/cli/parse-env.js'
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

  it('a tracked file in Latin-1 does not matter, because the secret goes to .env.local', async () => {
    const scene = makeSandbox({ '.gitignore': '.env.local\n' })
    writeFileSync(join(scene.folder, '.env'), Buffer.from('NAME=Andr\u00E9\n', 'latin1'))
    execFileSync('git', ['init', '--quiet'], { cwd: scene.folder })
    execFileSync('git', ['add', '--force', '.env'], { cwd: scene.folder })
    expect((await scene.run(secretWrite)).code).toBe(0)
    expect(scene.read('.env.local')).toMatch(/AUTH_SECRET=[\w+/]{44}/)
  })

  it.each([init, secretWrite])('a file in Latin-1 is not touched: %j', async (...args) => {
    const scene = makeSandbox()
    const bytes = Buffer.from('NAME=Andr\u00E9\n', 'latin1')
    writeFileSync(join(scene.folder, '.env'), bytes)
    expect(await scene.run(args)).toEqual({
      code: 1,
      output: '',
      errors:
        '.env is not in UTF-8, so a change would damage it. Save it as UTF-8, and run this again.\n',
    })
    expect(readFileSync(join(scene.folder, '.env'))).toEqual(bytes)
    expect(scene.has('.gitignore')).toBe(false)
  })

  it('a file of another user that others can read is refused before anything is written', async () => {
    const scene = makeSandbox({ ...qwikApp, '.env': 'A=1\n' })
    chmodSync(join(scene.folder, '.env'), 0o666)
    vi.spyOn(process, 'getuid').mockReturnValue(54_321)
    const { code, errors } = await scene.run(init)
    vi.restoreAllMocks()
    expect(code).toBe(1)
    expect(errors).toBe(
      '.env can be read by other users, and it belongs to another user. Make it yours with chown, and run this again.\n',
    )
    expect(scene.has('src/routes/plugin@auth.ts')).toBe(false)
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
    const scene = makeTypeScriptApp(qwikApp)
    const bytes = Buffer.from(text, encoding)
    writeFileSync(join(scene.folder, path), bytes)
    expect(await scene.run(init)).toEqual({
      code: 1,
      output: '',
      errors: `${path} ${problem}. Save it as UTF-8, and run this again.\n`,
    })
    expect(readFileSync(join(scene.folder, path))).toEqual(bytes)
    expect(scene.has('src/routes/plugin@auth.ts')).toBe(false)
  })

  it('keeps a byte order mark', async () => {
    const scene = makeSandbox({ ...qwikApp, '.gitignore': '\uFEFFdist\n' })
    expect((await scene.run(init)).code).toBe(0)
    expect(scene.read('.gitignore')).toBe('\uFEFFdist\n.env\n')
  })
})

it.skipIf(process.platform === 'win32')(
  'a .env that is not UTF-8 is made private if nothing else has to change',
  async () => {
    const scene = makeSandbox(qwikApp)
    const bytes = Buffer.from(`NAME=Ren\xe9\nAUTH_SECRET=${secret}\n`, 'latin1')
    writeFileSync(join(scene.folder, '.env'), bytes)
    scene.write('.gitignore', '.env\n')
    chmodSync(join(scene.folder, '.env'), 0o644)
    const { code, output } = await scene.run(['secret', '--write'])
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(statSync(join(scene.folder, '.env')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(scene.folder, '.env'))).toEqual(bytes)
  },
)

describe('an app is not left half-written', () => {
  it.skipIf(process.platform === 'win32')('because .gitignore is a link', async () => {
    const scene = makeSandbox({ ...qwikApp, shared: 'dist\n' })
    execFileSync('git', ['init', '--quiet'], { cwd: scene.folder })
    symlinkSync('shared', join(scene.folder, '.gitignore'))
    const { code, errors } = await scene.run(['init', '--yes', '--providers', 'github'])
    expect(code).toBe(1)
    expect(errors).toContain(
      '.gitignore is a link, which Git does not follow. Replace it by a file',
    )
    expect(scene.read('shared')).toBe('dist\n')
    for (const path of ['.env', 'src/routes/plugin@auth.ts']) expect(scene.has(path)).toBe(false)
  })

  async function expectNothing(scene: Sandbox, errors: string): Promise<void> {
    expect(await scene.run(init)).toEqual({ code: 1, output: '', errors: `${errors}\n` })
    expect(scene.has('src/routes/plugin@auth.ts')).toBe(false)
  }

  it.each(['.gitignore', '.env.example'])('if %s is a folder', async (path) => {
    const scene = makeSandbox()
    mkdirSync(join(scene.folder, path))
    const full = join(scene.folder, path)
    await expectNothing(
      scene,
      `Expected ${full} to be a file. Rename the folder, and run this again.`,
    )
  })

  it('if a folder of a new file is a file', async () => {
    const scene = makeSandbox({ ...qwikApp, 'src/routes/signin': '' })
    const { code, errors } = await scene.run([...init, '--page'])
    expect({ code, errors }).toEqual({
      code: 1,
      errors:
        'src/routes/signin/index.tsx cannot be created, because src/routes/signin is not a folder. Rename it, and run this again.\n',
    })
    expect(scene.has('src/routes/plugin@auth.ts')).toBe(false)
  })

  describe.skipIf(process.platform === 'win32')('on systems with modes and links', () => {
    it('if .env.example is a link to nothing', async () => {
      const scene = makeSandbox()
      symlinkSync('../nothing', join(scene.folder, '.env.example'))
      await expectNothing(
        scene,
        '.env.example is a link to ../nothing, which does not exist. Remove the link or create the file, and run this again.',
      )
    })

    it.each([init, secretWrite])('if .env is read-only: %j', async (...args) => {
      const scene = makeSandbox({ ...qwikApp, '.env': 'A=1\n' })
      chmodSync(join(scene.folder, '.env'), 0o400)
      expect(await scene.run(args)).toEqual({
        code: 1,
        output: '',
        errors: '.env is read-only. Run chmod u+w .env, and run this again.\n',
      })
      expect(scene.has('.gitignore')).toBe(false)
    })

    it('if the folder of a new file is read-only', async () => {
      const scene = makeSandbox()
      chmodSync(join(scene.folder, 'src/routes'), 0o500)
      await expectNothing(
        scene,
        'src/routes/plugin@auth.ts cannot be created, because src/routes is read-only. Change its mode, and run this again.',
      )
      chmodSync(join(scene.folder, 'src/routes'), 0o700)
    })
  })
})

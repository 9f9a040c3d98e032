import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEnv } from '../../../src/cli/parse-env.js'
import { requireUnpublished } from '../../../src/cli/require-unpublished.js'
import { makeSandbox, qwikApp, type Sandbox } from './sandbox.js'

const init = ['init', '--yes', '--providers', 'github']
const secretWrite = ['secret', '--write']
const good = 'Zk3vQ0mT8yLrN5sXw1bHc7dJf9gKp2aE'

/** Runs git in the sandbox, whatever the settings of the machine are. */
function git(sandbox: Sandbox, ...args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: sandbox.folder, encoding: 'utf8' })
}

function modeOf(sandbox: Sandbox, path: string): number {
  return statSync(join(sandbox.folder, path)).mode & 0o777
}

/** The files that `git add --all` would publish. */
function publishedFiles(sandbox: Sandbox): readonly string[] {
  return git(sandbox, 'ls-files', '--cached', '--others', '--exclude-standard').trim().split('\n')
}

function makeRepository(files: Readonly<Record<string, string>> = {}): Sandbox {
  const sandbox = makeSandbox({ ...qwikApp, ...files })
  git(sandbox, 'init', '--quiet')
  return sandbox
}

describe('a new secret', () => {
  describe.skipIf(process.platform === 'win32')('in an existing .env that others can read', () => {
    it.each([init, secretWrite])('makes the file private, and says so: %j', async (...args) => {
      const sandbox = makeSandbox({ ...qwikApp, '.env': 'NAME=value\n', '.gitignore': '.env\n' })
      chmodSync(join(sandbox.folder, '.env'), 0o644)
      const { code, output } = await sandbox.run(args)
      expect(code).toBe(0)
      expect(modeOf(sandbox, '.env')).toBe(0o600)
      expect(output).toMatch(/mode 0644, which other users can read|Other users could read \.env/)
    })

    it('is not written, and the mode stays, if the developer refuses', async () => {
      const sandbox = makeSandbox({ ...qwikApp, '.env': 'NAME=value\n' })
      chmodSync(join(sandbox.folder, '.env'), 0o640)
      await sandbox.run(['init', '-p', 'github', '-d', 'none'], { answers: ['n'] })
      expect(modeOf(sandbox, '.env')).toBe(0o640)
      expect(sandbox.read('.env')).toBe('NAME=value\n')
    })
  })

  it.each([init, secretWrite])('goes to .env.local if git tracks .env: %j', async (...args) => {
    const sandbox = makeRepository({ '.env': 'NAME=value\n' })
    git(sandbox, 'add', '.env')
    const { code, output } = await sandbox.run(args)
    expect(code).toBe(0)
    expect(sandbox.read('.env')).toBe('NAME=value\n')
    expect(sandbox.read('.env.local')).toMatch(/^AUTH_SECRET=[\w+/]{44}$/m)
    expect(output).toContain('.env.local')
    expect(publishedFiles(sandbox)).not.toContain('.env.local')
  })

  it('is reported if it is already in a .env that git tracks', async () => {
    const sandbox = makeRepository({ '.env': `AUTH_SECRET=${'s'.repeat(40)}\n` })
    git(sandbox, 'add', '.env')
    const { output } = await sandbox.run(init)
    expect(output).toContain('Git tracks .env, so the variables go to .env.local')
    expect(output).toContain('Git tracks .env, and AUTH_SECRET is in it.')
    expect(output).not.toContain('ssss')
  })

  it('is written nowhere if git tracks .env and .env.local', async () => {
    const sandbox = makeRepository({ '.env': 'A=1\n', '.env.local': 'B=2\n' })
    git(sandbox, 'add', '.env', '.env.local')
    const { code, errors } = await sandbox.run(init)
    expect(code).toBe(1)
    expect(errors).toBe(
      'Git tracks .env and .env.local, so a secret in them would be published. Run git rm --cached .env.local, and run this again.\n',
    )
    expect([sandbox.read('.env'), sandbox.read('.env.local')]).toEqual(['A=1\n', 'B=2\n'])
  })

  it.each([true, false])(
    'is ignored by git after `.env*` and `!.env` (git: %j)',
    async (isRepo) => {
      const files = { '.gitignore': '.env*\n!.env\n' }
      const sandbox = isRepo ? makeRepository(files) : makeSandbox({ ...qwikApp, ...files })
      const { output } = await sandbox.run(init)
      expect(sandbox.read('.gitignore')).toBe('.env*\n!.env\n.env\n')
      expect(output).toContain('Note: The line !.env in .gitignore lets git commit .env')
      if (isRepo) expect(publishedFiles(sandbox)).not.toContain('.env')
    },
  )

  it.each([init, secretWrite])(
    'is ignored by .gitignore too, if only .git/info/exclude of this clone ignores it: %j',
    async (...args) => {
      const sandbox = makeRepository()
      sandbox.write('.git/info/exclude', '.env\n')
      expect((await sandbox.run(args)).code).toBe(0)
      expect(sandbox.read('.gitignore')).toBe('.env\n')
    },
  )

  it('in a subfolder of a repository relies on the .gitignore of the repository', async () => {
    const sandbox = makeRepository({ '.gitignore': '.env\n' })
    for (const [path, text] of Object.entries(qwikApp)) sandbox.write(`apps/web/${path}`, text)
    await sandbox.run(init, { from: 'apps/web' })
    expect(sandbox.has('apps/web/.env')).toBe(true)
    expect(sandbox.has('apps/web/.gitignore')).toBe(false)
    expect(publishedFiles(sandbox)).not.toContain('apps/web/.env')
  })

  it('in a subfolder that the repository includes again gets a .gitignore there', async () => {
    const sandbox = makeRepository({ '.gitignore': '.env\n!apps/web/.env\n' })
    for (const [path, text] of Object.entries(qwikApp)) sandbox.write(`apps/web/${path}`, text)
    await sandbox.run(init, { from: 'apps/web' })
    expect(sandbox.read('apps/web/.gitignore')).toBe('.env\n')
    expect(publishedFiles(sandbox)).not.toContain('apps/web/.env')
  })

  it.skipIf(process.platform === 'win32')(
    'is not written if git still does not ignore the file',
    async () => {
      const sandbox = makeRepository({ ignored: '.env\n' })
      // Git does not follow a .gitignore that is a link.
      symlinkSync('ignored', join(sandbox.folder, '.gitignore'))
      await expect(requireUnpublished(sandbox.folder, '.env')).rejects.toThrow(
        'Git does not ignore .env, so a secret in it could be published.',
      )
    },
  )
})

describe.skipIf(process.platform === 'win32')('a secret and a .env that is a link', () => {
  const refusal =
    '.env is a link to shared/app.env, which git tracks, so a secret in it would be published. Replace the link by a file, and run this again.\n'

  function makeLinked(): Sandbox {
    const sandbox = makeRepository({ 'shared/app.env': 'NAME=value\n', '.gitignore': '.env\n' })
    symlinkSync('shared/app.env', join(sandbox.folder, '.env'))
    return sandbox
  }

  it.each([init, secretWrite])(
    'nothing is written if git tracks the target: %j',
    async (...args) => {
      const sandbox = makeLinked()
      git(sandbox, 'add', 'shared/app.env')
      expect(await sandbox.run(args)).toEqual({ code: 1, output: '', errors: refusal })
      expect(sandbox.read('shared/app.env')).toBe('NAME=value\n')
      expect(sandbox.has('src/routes/plugin@auth.ts')).toBe(false)
    },
  )

  it('nothing is written if git would add the target', async () => {
    const sandbox = makeLinked()
    const { code, errors } = await sandbox.run(secretWrite)
    expect({ code, errors }).toEqual({
      code: 1,
      errors: refusal.replace('which git tracks', 'which git does not ignore'),
    })
    expect(sandbox.read('shared/app.env')).toBe('NAME=value\n')
  })

  it('nothing is written if the file becomes such a link while init asks', async () => {
    const sandbox = makeRepository({ 'shared/app.env': '', '.gitignore': '.env\n', '.env': '' })
    git(sandbox, 'add', 'shared/app.env')
    const { code, errors } = await sandbox.run(['init', '-p', 'github', '-d', 'none'], {
      answers: ['y'],
      meanwhile() {
        rmSync(join(sandbox.folder, '.env'))
        symlinkSync('shared/app.env', join(sandbox.folder, '.env'))
      },
    })
    expect({ code, errors }).toEqual({ code: 1, errors: refusal })
    expect(sandbox.read('shared/app.env')).toBe('')
  })

  it('the target is written if git ignores it', async () => {
    const sandbox = makeLinked()
    sandbox.write('.gitignore', '.env\nshared/\n')
    expect((await sandbox.run(secretWrite)).code).toBe(0)
    expect(sandbox.read('shared/app.env')).toMatch(/^AUTH_SECRET=[\w+/]{44}$/m)
    expect(modeOf(sandbox, 'shared/app.env')).toBe(0o600)
  })
})

describe.skipIf(process.platform === 'win32')('a secret and a .env outside of the app', () => {
  const target = '../shared.env'

  function makeOutside(mode: number): Sandbox {
    const sandbox = makeSandbox({ ...qwikApp, '.gitignore': '.env\n', [target]: 'NAME=value\n' })
    chmodSync(join(sandbox.folder, target), mode)
    symlinkSync(target, join(sandbox.folder, '.env'))
    return sandbox
  }

  it.each([init, secretWrite])('is written to it, and the command says so: %j', async (...args) => {
    const sandbox = makeOutside(0o600)
    const { code, output } = await sandbox.run(args)
    expect(code).toBe(0)
    expect(output).toContain(
      '.env is a link to ../shared.env, which is outside of the app. The secrets are in that file, so every program that reads it gets them.\n',
    )
    expect(sandbox.read(target)).toMatch(/^AUTH_SECRET=[\w+/]{44}$/m)
    const { output: doctor } = await sandbox.run(['doctor'])
    expect(doctor).toContain(
      '! warning  .env is a link to ../shared.env, which is outside of the app, and AUTH_SECRET is in it.\n',
    )
  })

  it.each([init, secretWrite])(
    'nothing is written, and the mode stays, if other users can read it: %j',
    async (...args) => {
      const sandbox = makeOutside(0o644)
      expect(await sandbox.run(args)).toEqual({
        code: 1,
        output: '',
        errors:
          '.env is a link to ../shared.env, which other users can read (mode 0644). Run chmod 600 ../shared.env or replace the link by a file, and run this again.\n',
      })
      expect(sandbox.read(target)).toBe('NAME=value\n')
      expect(modeOf(sandbox, target)).toBe(0o644)
    },
  )
})

describe.skipIf(process.platform === 'win32')('a secret and a template', () => {
  const refusal = (template: string): string =>
    `.env and ${template} are the same file, so a secret in it would be in the template too. Replace the link by a file, and run this again.\n`

  it.each([
    ['.env.example', '.env', init],
    ['.env.example', '.env', secretWrite],
    ['.env', '.env.sample', init],
  ])('nothing is written if %s is a link to %s: %j', async (link, file, args) => {
    const sandbox = makeSandbox({ ...qwikApp, [file]: 'NAME=value\n' })
    symlinkSync(file, join(sandbox.folder, link))
    const errors = refusal(link === '.env' ? file : link)
    expect(await sandbox.run(args)).toEqual({ code: 1, output: '', errors })
    expect(sandbox.read('.env')).toBe('NAME=value\n')
  })

  it('nothing is written if the template is a link to a .env that is missing', async () => {
    const sandbox = makeSandbox()
    symlinkSync('.env', join(sandbox.folder, '.env.example'))
    expect((await sandbox.run(init)).errors).toBe(refusal('.env.example'))
    expect(sandbox.has('.env')).toBe(false)
  })

  it('nothing is written if both are hard links of one file, and doctor reports it', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.env': `AUTH_SECRET=${'s'.repeat(40)}\n` })
    linkSync(join(sandbox.folder, '.env'), join(sandbox.folder, '.env.dist'))
    expect((await sandbox.run(init)).errors).toBe(refusal('.env.dist'))
    const { output } = await sandbox.run(['doctor'])
    expect(output).toContain(
      '✗ wrong    .env and .env.dist are the same file, and AUTH_SECRET is in it.\n',
    )
    expect(output).toContain(
      '→ Replace the link by a file. If the template was published, replace AUTH_SECRET by a new one from npx latchkey secret.\n',
    )
  })
})

describe.skipIf(process.platform === 'win32')('a secret in a hard link of a repository', () => {
  it.each([init, secretWrite])(
    'is not written, because git may track the other name: %j',
    async (...args) => {
      const sandbox = makeRepository({ 'config/app.env': 'NAME=value\n', '.gitignore': '.env\n' })
      linkSync(join(sandbox.folder, 'config/app.env'), join(sandbox.folder, '.env'))
      git(sandbox, 'add', 'config/app.env')
      expect(await sandbox.run(args)).toEqual({
        code: 1,
        output: '',
        errors:
          '.env has another name, because it is a hard link, and git may track it under that name. Replace it by a copy: cp .env .env.copy && mv .env.copy .env. Then run this again.\n',
      })
      expect(sandbox.read('config/app.env')).toBe('NAME=value\n')
    },
  )

  it('is reported by doctor', async () => {
    const text = `AUTH_SECRET=${'s'.repeat(40)}\n`
    const sandbox = makeRepository({ 'config/app.env': text, '.gitignore': '.env\n' })
    linkSync(join(sandbox.folder, 'config/app.env'), join(sandbox.folder, '.env'))
    expect((await sandbox.run(['doctor'])).output).toContain(
      '! warning  .env is a hard link, which git may track under its other name, and AUTH_SECRET is in it.\n',
    )
  })
})

it.each([init, secretWrite])(
  'no secret is written into a repository that git cannot read: %j',
  async (...args) => {
    const sandbox = makeRepository({ '.env': 'NAME=value\n', '.gitignore': '.env\n' })
    sandbox.write('.git/HEAD', 'broken')
    const { code, errors } = await sandbox.run(args)
    expect(code).toBe(1)
    expect(errors).toContain('git cannot say which files it tracks')
    expect(sandbox.read('.env')).toBe('NAME=value\n')
  },
)

describe('a value of .env that spans lines', () => {
  const key = 'KEY="-----BEGIN\nAUTH_SECRET=\n# AUTH_GITHUB_ID=\n-----END"\n'

  it('is not changed, and its lines are not taken for variables', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.env': key })
    const { output } = await sandbox.run(init)
    expect(sandbox.read('.env')).toMatch(
      /^KEY="-----BEGIN\nAUTH_SECRET=\n# AUTH_GITHUB_ID=\n-----END"\n\n# .+\nAUTH_SECRET=[\w+/]{44}\n\n# .+\n# AUTH_GITHUB_ID=\n# AUTH_GITHUB_SECRET=\n$/,
    )
    expect(output).toContain(
      'Note: KEY in .env spans several lines. Vite and dotenv read it, but Docker and Node before 20.12 read only its first line.',
    )
    expect((await sandbox.run(init)).output).toContain('Nothing to do.')
  })

  it.each(["A='open\n", 'A="open\nB=2\n', 'A=`open\n'])(
    'and whose quote is not closed does not swallow the new variables: %j',
    async (text) => {
      const sandbox = makeSandbox({ ...qwikApp, '.env': text })
      await sandbox.run(init)
      const [before, now] = [text, sandbox.read('.env')].map(parseEnv)
      expect(now?.slice(0, before?.length)).toEqual(before)
      expect(now?.at(-1)).toMatchObject({
        name: 'AUTH_SECRET',
        value: expect.stringMatching(/^[\w+/]{44}$/),
      })
    },
  )
})

describe('an empty variable', () => {
  it.each([
    ['AUTH_SECRET= # from 1Password\n', /^AUTH_SECRET=[\w+/]{44} # from 1Password\n$/],
    ['AUTH_SECRET="" # a\r\nA=1\r\n', /^AUTH_SECRET=[\w+/]{44} # a\r\nA=1\r\n$/],
    ['AUTH_SECRET=# b', /^AUTH_SECRET=[\w+/]{44} # b$/],
    ['A=1\rAUTH_SECRET=\rB=2\r', /^A=1\rAUTH_SECRET=[\w+/]{44}\rB=2\r$/],
    ['AUTH_SECRET: \n', /^AUTH_SECRET: [\w+/]{44}\n$/],
    ['AUTH_SECRET=old\nAUTH_SECRET=\n', /^AUTH_SECRET=old\nAUTH_SECRET=[\w+/]{44}\n$/],
    [`AUTH_SECRET=\nAUTH_SECRET=${good}\n`, /^AUTH_SECRET=\nAUTH_SECRET=\w{32}\n$/],
    [`AUTH_SECRET: ${good}\n`, /^AUTH_SECRET: \w{32}\n$/],
  ])('is filled in where it counts, and the rest of the line stays: %j', async (text, filled) => {
    const sandbox = makeSandbox({ ...qwikApp, '.env': text, '.gitignore': '.env\n' })
    expect((await sandbox.run(secretWrite)).code).toBe(0)
    expect(sandbox.read('.env')).toMatch(filled)
    const [, value] = /([\w+/]{44})/.exec(sandbox.read('.env')) ?? []
    const read = parseEnv(sandbox.read('.env')).findLast(({ name }) => name === 'AUTH_SECRET')
    if (value !== undefined) expect(read?.value).toBe(value)
  })

  it('is not reported if a later line sets it', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.env': 'AUTH_GITHUB_ID=\nAUTH_GITHUB_ID=a\n' })
    expect((await sandbox.run(init)).output).not.toContain('AUTH_GITHUB_ID in .env is empty')
  })

  it('of an older .env is reported, because the dev server keeps the empty value', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.env': 'AUTH_GITHUB_ID=\n' })
    const { output } = await sandbox.run(init)
    expect(output).toContain(
      'Note: AUTH_GITHUB_ID in .env is empty. Restart the dev server after you set it',
    )
    expect(sandbox.read('.env').match(/AUTH_GITHUB_ID/g)).toHaveLength(1)
  })
})

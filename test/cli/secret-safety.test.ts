import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEnv } from '../../src/cli/parse-env.js'
import { requireUnpublished } from '../../src/cli/require-unpublished.js'
import { makeSandbox, qwikApp, type Sandbox } from './sandbox.js'

const init = ['init', '--yes', '--providers', 'github']
const secretWrite = ['secret', '--write']
const good = 'Zk3vQ0mT8yLrN5sXw1bHc7dJf9gKp2aE'

/** Runs git in the sandbox, whatever the settings of the machine are. */
function git(scene: Sandbox, ...args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: scene.folder, encoding: 'utf8' })
}

function modeOf(scene: Sandbox, path: string): number {
  return statSync(join(scene.folder, path)).mode & 0o777
}

/** The files that `git add --all` would publish. */
function publishedFiles(scene: Sandbox): readonly string[] {
  return git(scene, 'ls-files', '--cached', '--others', '--exclude-standard').trim().split('\n')
}

function makeRepository(files: Readonly<Record<string, string>> = {}): Sandbox {
  const scene = makeSandbox({ ...qwikApp, ...files })
  git(scene, 'init', '--quiet')
  return scene
}

describe('a new secret', () => {
  describe.skipIf(process.platform === 'win32')('in an existing .env that others can read', () => {
    it.each([init, secretWrite])('makes the file private, and says so: %j', async (...args) => {
      const scene = makeSandbox({ ...qwikApp, '.env': 'NAME=value\n', '.gitignore': '.env\n' })
      chmodSync(join(scene.folder, '.env'), 0o644)
      const { code, output } = await scene.run(args)
      expect(code).toBe(0)
      expect(modeOf(scene, '.env')).toBe(0o600)
      expect(output).toMatch(/mode 0644, which other users can read|Other users could read \.env/)
    })

    it('is not written, and the mode stays, if the developer refuses', async () => {
      const scene = makeSandbox({ ...qwikApp, '.env': 'NAME=value\n' })
      chmodSync(join(scene.folder, '.env'), 0o640)
      await scene.run(['init', '-p', 'github', '-d', 'none'], { answers: ['n'] })
      expect(modeOf(scene, '.env')).toBe(0o640)
      expect(scene.read('.env')).toBe('NAME=value\n')
    })
  })

  it.each([init, secretWrite])('goes to .env.local if git tracks .env: %j', async (...args) => {
    const scene = makeRepository({ '.env': 'NAME=value\n' })
    git(scene, 'add', '.env')
    const { code, output } = await scene.run(args)
    expect(code).toBe(0)
    expect(scene.read('.env')).toBe('NAME=value\n')
    expect(scene.read('.env.local')).toMatch(/^AUTH_SECRET=[\w+/]{44}$/m)
    expect(output).toContain('.env.local')
    expect(publishedFiles(scene)).not.toContain('.env.local')
  })

  it('is reported if it is already in a .env that git tracks', async () => {
    const scene = makeRepository({ '.env': `AUTH_SECRET=${'s'.repeat(40)}\n` })
    git(scene, 'add', '.env')
    const { output } = await scene.run(init)
    expect(output).toContain('Git tracks .env, so the variables go to .env.local')
    expect(output).toContain('Git tracks .env, and AUTH_SECRET is in it.')
    expect(output).not.toContain('ssss')
  })

  it('is written nowhere if git tracks .env and .env.local', async () => {
    const scene = makeRepository({ '.env': 'A=1\n', '.env.local': 'B=2\n' })
    git(scene, 'add', '.env', '.env.local')
    const { code, errors } = await scene.run(init)
    expect(code).toBe(1)
    expect(errors).toBe(
      'Git tracks .env and .env.local, so a secret in them would be published. Run git rm --cached .env.local, and run this again.\n',
    )
    expect([scene.read('.env'), scene.read('.env.local')]).toEqual(['A=1\n', 'B=2\n'])
  })

  it.each([true, false])(
    'is ignored by git after `.env*` and `!.env` (git: %j)',
    async (isRepo) => {
      const files = { '.gitignore': '.env*\n!.env\n' }
      const scene = isRepo ? makeRepository(files) : makeSandbox({ ...qwikApp, ...files })
      const { output } = await scene.run(init)
      expect(scene.read('.gitignore')).toBe('.env*\n!.env\n.env\n')
      expect(output).toContain('Note: The line !.env in .gitignore lets git commit .env')
      if (isRepo) expect(publishedFiles(scene)).not.toContain('.env')
    },
  )

  it.each([init, secretWrite])(
    'is ignored by .gitignore too, if only .git/info/exclude of this clone ignores it: %j',
    async (...args) => {
      const scene = makeRepository()
      scene.write('.git/info/exclude', '.env\n')
      expect((await scene.run(args)).code).toBe(0)
      expect(scene.read('.gitignore')).toBe('.env\n')
    },
  )

  it('in a subfolder of a repository relies on the .gitignore of the repository', async () => {
    const scene = makeRepository({ '.gitignore': '.env\n' })
    for (const [path, text] of Object.entries(qwikApp)) scene.write(`apps/web/${path}`, text)
    await scene.run(init, { from: 'apps/web' })
    expect(scene.has('apps/web/.env')).toBe(true)
    expect(scene.has('apps/web/.gitignore')).toBe(false)
    expect(publishedFiles(scene)).not.toContain('apps/web/.env')
  })

  it('in a subfolder that the repository includes again gets a .gitignore there', async () => {
    const scene = makeRepository({ '.gitignore': '.env\n!apps/web/.env\n' })
    for (const [path, text] of Object.entries(qwikApp)) scene.write(`apps/web/${path}`, text)
    await scene.run(init, { from: 'apps/web' })
    expect(scene.read('apps/web/.gitignore')).toBe('.env\n')
    expect(publishedFiles(scene)).not.toContain('apps/web/.env')
  })

  it.skipIf(process.platform === 'win32')(
    'is not written if git still does not ignore the file',
    async () => {
      const scene = makeRepository({ ignored: '.env\n' })
      // Git does not follow a .gitignore that is a link.
      symlinkSync('ignored', join(scene.folder, '.gitignore'))
      await expect(requireUnpublished(scene.folder, '.env')).rejects.toThrow(
        'Git does not ignore .env, so a secret in it could be published.',
      )
    },
  )
})

describe.skipIf(process.platform === 'win32')('a secret and a .env that is a link', () => {
  const refusal =
    '.env is a link to shared/app.env, which git tracks, so a secret in it would be published. Replace the link by a file, and run this again.\n'

  function makeLinked(): Sandbox {
    const scene = makeRepository({ 'shared/app.env': 'NAME=value\n', '.gitignore': '.env\n' })
    symlinkSync('shared/app.env', join(scene.folder, '.env'))
    return scene
  }

  it.each([init, secretWrite])(
    'nothing is written if git tracks the target: %j',
    async (...args) => {
      const scene = makeLinked()
      git(scene, 'add', 'shared/app.env')
      expect(await scene.run(args)).toEqual({ code: 1, output: '', errors: refusal })
      expect(scene.read('shared/app.env')).toBe('NAME=value\n')
      expect(scene.has('src/routes/plugin@auth.ts')).toBe(false)
    },
  )

  it('nothing is written if git would add the target', async () => {
    const scene = makeLinked()
    const { code, errors } = await scene.run(secretWrite)
    expect({ code, errors }).toEqual({
      code: 1,
      errors: refusal.replace('which git tracks', 'which git does not ignore'),
    })
    expect(scene.read('shared/app.env')).toBe('NAME=value\n')
  })

  it('nothing is written if the file becomes such a link while init asks', async () => {
    const scene = makeRepository({ 'shared/app.env': '', '.gitignore': '.env\n', '.env': '' })
    git(scene, 'add', 'shared/app.env')
    const { code, errors } = await scene.run(['init', '-p', 'github', '-d', 'none'], {
      answers: ['y'],
      meanwhile() {
        rmSync(join(scene.folder, '.env'))
        symlinkSync('shared/app.env', join(scene.folder, '.env'))
      },
    })
    expect({ code, errors }).toEqual({ code: 1, errors: refusal })
    expect(scene.read('shared/app.env')).toBe('')
  })

  it('the target is written if git ignores it', async () => {
    const scene = makeLinked()
    scene.write('.gitignore', '.env\nshared/\n')
    expect((await scene.run(secretWrite)).code).toBe(0)
    expect(scene.read('shared/app.env')).toMatch(/^AUTH_SECRET=[\w+/]{44}$/m)
    expect(modeOf(scene, 'shared/app.env')).toBe(0o600)
  })
})

describe.skipIf(process.platform === 'win32')('a secret and a .env outside of the app', () => {
  const target = '../shared.env'

  function makeOutside(mode: number): Sandbox {
    const scene = makeSandbox({ ...qwikApp, '.gitignore': '.env\n', [target]: 'NAME=value\n' })
    chmodSync(join(scene.folder, target), mode)
    symlinkSync(target, join(scene.folder, '.env'))
    return scene
  }

  it.each([init, secretWrite])('is written to it, and the command says so: %j', async (...args) => {
    const scene = makeOutside(0o600)
    const { code, output } = await scene.run(args)
    expect(code).toBe(0)
    expect(output).toContain(
      '.env is a link to ../shared.env, which is outside of the app. The secrets are in that file, so every program that reads it gets them.\n',
    )
    expect(scene.read(target)).toMatch(/^AUTH_SECRET=[\w+/]{44}$/m)
    const { output: doctor } = await scene.run(['doctor'])
    expect(doctor).toContain(
      '! warning  .env is a link to ../shared.env, which is outside of the app, and AUTH_SECRET is in it.\n',
    )
  })

  it.each([init, secretWrite])(
    'nothing is written, and the mode stays, if other users can read it: %j',
    async (...args) => {
      const scene = makeOutside(0o644)
      expect(await scene.run(args)).toEqual({
        code: 1,
        output: '',
        errors:
          '.env is a link to ../shared.env, which other users can read (mode 0644). Run chmod 600 ../shared.env or replace the link by a file, and run this again.\n',
      })
      expect(scene.read(target)).toBe('NAME=value\n')
      expect(modeOf(scene, target)).toBe(0o644)
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
    const scene = makeSandbox({ ...qwikApp, [file]: 'NAME=value\n' })
    symlinkSync(file, join(scene.folder, link))
    const errors = refusal(link === '.env' ? file : link)
    expect(await scene.run(args)).toEqual({ code: 1, output: '', errors })
    expect(scene.read('.env')).toBe('NAME=value\n')
  })

  it('nothing is written if the template is a link to a .env that is missing', async () => {
    const scene = makeSandbox()
    symlinkSync('.env', join(scene.folder, '.env.example'))
    expect((await scene.run(init)).errors).toBe(refusal('.env.example'))
    expect(scene.has('.env')).toBe(false)
  })

  it('nothing is written if both are hard links of one file, and doctor reports it', async () => {
    const scene = makeSandbox({ ...qwikApp, '.env': `AUTH_SECRET=${'s'.repeat(40)}\n` })
    linkSync(join(scene.folder, '.env'), join(scene.folder, '.env.dist'))
    expect((await scene.run(init)).errors).toBe(refusal('.env.dist'))
    const { output } = await scene.run(['doctor'])
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
      const scene = makeRepository({ 'config/app.env': 'NAME=value\n', '.gitignore': '.env\n' })
      linkSync(join(scene.folder, 'config/app.env'), join(scene.folder, '.env'))
      git(scene, 'add', 'config/app.env')
      expect(await scene.run(args)).toEqual({
        code: 1,
        output: '',
        errors:
          '.env has another name, because it is a hard link, and git may track it under that name. Replace it by a copy: cp .env .env.copy && mv .env.copy .env. Then run this again.\n',
      })
      expect(scene.read('config/app.env')).toBe('NAME=value\n')
    },
  )

  it('is reported by doctor', async () => {
    const text = `AUTH_SECRET=${'s'.repeat(40)}\n`
    const scene = makeRepository({ 'config/app.env': text, '.gitignore': '.env\n' })
    linkSync(join(scene.folder, 'config/app.env'), join(scene.folder, '.env'))
    expect((await scene.run(['doctor'])).output).toContain(
      '! warning  .env is a hard link, which git may track under its other name, and AUTH_SECRET is in it.\n',
    )
  })
})

it.each([init, secretWrite])(
  'no secret is written into a repository that git cannot read: %j',
  async (...args) => {
    const scene = makeRepository({ '.env': 'NAME=value\n', '.gitignore': '.env\n' })
    scene.write('.git/HEAD', 'broken')
    const { code, errors } = await scene.run(args)
    expect(code).toBe(1)
    expect(errors).toContain('git cannot say which files it tracks')
    expect(scene.read('.env')).toBe('NAME=value\n')
  },
)

describe('a value of .env that spans lines', () => {
  const key = 'KEY="-----BEGIN\nAUTH_SECRET=\n# AUTH_GITHUB_ID=\n-----END"\n'

  it('is not changed, and its lines are not taken for variables', async () => {
    const scene = makeSandbox({ ...qwikApp, '.env': key })
    const { output } = await scene.run(init)
    expect(scene.read('.env')).toMatch(
      /^KEY="-----BEGIN\nAUTH_SECRET=\n# AUTH_GITHUB_ID=\n-----END"\n\n# .+\nAUTH_SECRET=[\w+/]{44}\n\n# .+\n# AUTH_GITHUB_ID=\n# AUTH_GITHUB_SECRET=\n$/,
    )
    expect(output).toContain(
      'Note: KEY in .env spans several lines. Vite and dotenv read it, but Docker and Node before 20.12 read only its first line.',
    )
    expect((await scene.run(init)).output).toContain('Nothing to do.')
  })

  it.each(["A='open\n", 'A="open\nB=2\n', 'A=`open\n'])(
    'and whose quote is not closed does not swallow the new variables: %j',
    async (text) => {
      const scene = makeSandbox({ ...qwikApp, '.env': text })
      await scene.run(init)
      const [before, now] = [text, scene.read('.env')].map(parseEnv)
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
    const scene = makeSandbox({ ...qwikApp, '.env': text, '.gitignore': '.env\n' })
    expect((await scene.run(secretWrite)).code).toBe(0)
    expect(scene.read('.env')).toMatch(filled)
    const [, value] = /([\w+/]{44})/.exec(scene.read('.env')) ?? []
    const read = parseEnv(scene.read('.env')).findLast(({ name }) => name === 'AUTH_SECRET')
    if (value !== undefined) expect(read?.value).toBe(value)
  })

  it('is not reported if a later line sets it', async () => {
    const scene = makeSandbox({ ...qwikApp, '.env': 'AUTH_GITHUB_ID=\nAUTH_GITHUB_ID=a\n' })
    expect((await scene.run(init)).output).not.toContain('AUTH_GITHUB_ID in .env is empty')
  })

  it('of an older .env is reported, because the dev server keeps the empty value', async () => {
    const scene = makeSandbox({ ...qwikApp, '.env': 'AUTH_GITHUB_ID=\n' })
    const { output } = await scene.run(init)
    expect(output).toContain(
      'Note: AUTH_GITHUB_ID in .env is empty. Restart the dev server after you set it',
    )
    expect(scene.read('.env').match(/AUTH_GITHUB_ID/g)).toHaveLength(1)
  })
})

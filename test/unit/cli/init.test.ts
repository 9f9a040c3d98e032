import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { firstHour, requireTold } from '../../../scripts/fresh-app/told.mjs'
import { makeSandbox, qwikApp, type Sandbox } from './sandbox.js'
import { makeTypeScriptApp } from './typescript-app.js'

const plugin = 'src/routes/plugin@auth.ts'
const page = 'src/routes/signin/index.tsx'
const all = [plugin, '.env', '.env.example', '.gitignore']
const init = ['init', '--yes', '--providers', 'credentials,github']
const initPage = [...init, '--page']
const askedInit = ['init', '-p', 'github', '-d', 'none']

describe('latchkey init', () => {
  it('writes the plugin and the environment, and keeps the built-in sign-in page', async () => {
    const sandbox = makeSandbox()
    const { code, output, errors } = await sandbox.run(init)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(all.filter((path) => !sandbox.has(path))).toEqual([])
    expect(sandbox.read(plugin)).toContain('import { routeAuth$ } from "latchkey";')
    expect(sandbox.read(plugin)).toContain('import GitHub from "latchkey/providers/github";')
    expect(sandbox.read(plugin)).not.toContain('pages:')
    expect(sandbox.has(page)).toBe(false)
    expect(output).toContain('npm run dev, and open /auth/signin\n')
    expect(sandbox.read('.env')).toMatch(/^AUTH_SECRET=[\w+/]{44}$/m)
    expect(sandbox.read('.env')).toContain('\n# AUTH_GITHUB_ID=\n# AUTH_GITHUB_SECRET=\n')
    expect(sandbox.read('.env.example')).toContain('# AUTH_SECRET=\n')
    expect(sandbox.read('.env.example')).toContain('\n# AUTH_GITHUB_ID=\n# AUTH_GITHUB_SECRET=\n')
    expect(sandbox.read('.gitignore')).toBe('.env\n')
    expect(output).toContain(
      '- Set AUTH_GITHUB_ID, AUTH_GITHUB_SECRET in .env. You get them when you register the app at https://github.com/settings/developers with the callback URL http://localhost:5173/auth/callback/github\n',
    )
  })

  it('shows the form of an SMTP server', async () => {
    const { output } = await makeSandbox().run(['init', '-y', '-p', 'email'])
    expect(output).toContain(
      '- Set AUTH_EMAIL_SERVER, AUTH_EMAIL_FROM in .env, such as AUTH_EMAIL_SERVER=smtps://name:password@host\n',
    )
  })

  describe('says which server reads .env in production', () => {
    const others =
      'reads .env from the folder that you start it in. Any other server reads only the environment. Set AUTH_SECRET and AUTH_URL=https://your.site there.\n'

    it.each([
      [{}, 'a server from npm run qwik add express or fastify'],
      [
        { 'src/entry.express.tsx': 'import "dotenv/config"' },
        'the server of src/entry.express.tsx',
      ],
      [{ 'src/entry.node.tsx': '' }, 'a server from npm run qwik add express or fastify'],
    ])('%j', async (files, server) => {
      const { output } = await makeSandbox({ ...qwikApp, ...files }).run(init)
      expect(output).toContain(`- In production, ${server} ${others}`)
      expect(output).not.toContain('does not read .env')
    })

    it('and that none reads .env.local', async () => {
      const { output } = await makeSandbox({ ...qwikApp, '.env/a': '' }).run(init)
      expect(output).toContain('- In production, the server does not read .env.local.')
    })
  })

  describe('the Vite config', () => {
    const config = `import { defineConfig } from "vite";
import { qwikVite } from "@builder.io/qwik/optimizer";

export default defineConfig(() => ({
  plugins: [qwikCity(), qwikVite()],
}));
`
    const withPlugin = `import { defineConfig } from "vite";
import { qwikVite } from "@builder.io/qwik/optimizer";
import { latchkey } from "latchkey/vite";

export default defineConfig(() => ({
  plugins: [latchkey(), qwikCity(), qwikVite()],
}));
`
    const add = '- Add latchkey() from "latchkey/vite" to the plugins in vite.config.'
    const define = 'import { defineConfig } from "vite";\n'
    const ours = 'import { latchkey } from "latchkey/vite";\n'

    async function initWith(text: string, path = 'vite.config.ts'): Promise<[string, string]> {
      const sandbox = makeTypeScriptApp({ ...qwikApp, [path]: text })
      const { code, output } = await sandbox.run(init)
      expect(code).toBe(0)
      return [sandbox.read(path), output]
    }

    it('gets the plugin before all others, and only once', async () => {
      const sandbox = makeTypeScriptApp({ ...qwikApp, 'vite.config.ts': config })
      const { output } = await sandbox.run(init)
      expect(sandbox.read('vite.config.ts')).toBe(withPlugin)
      expect(output).toContain(
        'vite.config.ts\n+ import { latchkey } from "latchkey/vite";\n-   plugins: [qwikCity(), qwikVite()],\n+   plugins: [latchkey(), qwikCity(), qwikVite()],\n',
      )
      expect(output).not.toContain('Add latchkey()')
      expect((await sandbox.run(init)).output).toBe('Nothing to do.\n')
      expect(sandbox.read('vite.config.ts')).toBe(withPlugin)
    })

    it.each(['\n', '\r\n'])('keeps the form of its list of plugins: %j', async (end) => {
      const before = ['export default {', '  plugins: [', '    qwikVite(),', '  ],', '}', '']
      const [text] = await initWith(before.join(end), 'vite.config.mts')
      expect(text.split(end)).toEqual([
        'import { latchkey } from "latchkey/vite";',
        'export default {',
        '  plugins: [',
        '    latchkey(),',
        '    qwikVite(),',
        '  ],',
        '}',
        '',
      ])
    })

    it.each([
      ['an object', 'export default { ', ' }'],
      ['a typed object', 'export default { ', ' } satisfies UserConfig'],
      ['defineConfig', `${define}export default defineConfig({ `, ' })'],
      [
        'defineConfig under another name',
        'import { defineConfig as define } from "vitest/config";\nexport default define({ ',
        ' })',
      ],
      [
        'a function',
        `${define}export default defineConfig(({ mode }): UserConfig => { const f = () => { return 1 }; return { `,
        ' } })',
      ],
      ['a function declaration', 'export default async function () { return { ', ' } }'],
      ['a constant', 'const config = { ', ' };\nexport default config'],
    ])('gets the plugin in the list that Vite reads: %s', async (_what, start, end) => {
      const nested = 'build: { rollupOptions: { plugins: [b()] } }'
      for (const [before, after] of [
        [`${nested}, plugins: [a()]`, `${nested}, plugins: [latchkey(), a()]`],
        [`"plugins": [], ${nested}`, `"plugins": [latchkey()], ${nested}`],
        [`...base, plugins: [a()]`, `...base, plugins: [latchkey(), a()]`],
      ] as const) {
        const [text] = await initWith(`${start}${before}${end}\n`)
        expect(text.replace(ours, '')).toBe(`${start}${after}${end}\n`)
      }
    })

    it('gets the plugin in a list that has a name', async () => {
      const [text] = await initWith('const plugins = [a()]\nexport default { plugins }\n')
      expect(text).toBe(`${ours}const plugins = [latchkey(), a()]\nexport default { plugins }\n`)
    })

    it('gets the import after the comment behind the last import', async () => {
      const [text] = await initWith(
        'import {\n  a,\n} from "a" // why\nexport default { plugins: [a()] }\n',
      )
      expect(text).toBe(
        `import {\n  a,\n} from "a" // why\n${ours}export default { plugins: [latchkey(), a()] }\n`,
      )
    })

    it.each([
      ['in a comment', '// import { latchkey } from "latchkey/vite"\n', '[/* latchkey(), */ a()]'],
      ['in a text', `const text = 'import { latchkey } from "latchkey/vite"'\n`, '[a()]'],
      ['for a type', 'import { type Options } from "latchkey/vite"\n', '[a()]'],
    ])('gets the plugin that it names %s only', async (_what, start, list) => {
      const [text, output] = await initWith(`${start}export default { plugins: ${list} }\n`)
      expect(text).toContain(ours)
      expect(text).toContain(list.replace('a()]', 'latchkey(), a()]'))
      expect(output).not.toContain(add)
    })

    it.each([
      ['latchkey', 'import { latchkey } from "latchkey/vite"\n'],
      ['key', 'import { latchkey as key } from "latchkey/vite"\n'],
      ['vite.latchkey', 'import * as vite from "latchkey/vite"\n'],
    ])('gets the call of a plugin that it imports and does not use: %s', async (name, start) => {
      const [text] = await initWith(`${start}export default { plugins: [a()] }\n`)
      expect(text).toBe(`${start}export default { plugins: [${name}(), a()] }\n`)
      expect((await initWith(text))[0]).toBe(text)
    })

    it('gets the plugin that is only in a nested list', async () => {
      const nested = 'build: { rollupOptions: { plugins: [latchkey()] } }'
      const [text] = await initWith(`${ours}export default { plugins: [a()], ${nested} }\n`)
      expect(text).toBe(`${ours}export default { plugins: [latchkey(), a()], ${nested} }\n`)
    })

    it.each([
      `${ours}const auth = latchkey()\nexport default { plugins: [auth, a()] }\n`,
      `${ours}export default mergeConfig(base, { plugins: [latchkey()] })\n`,
      'const { latchkey } = await import("latchkey/vite")\nexport default { plugins: [latchkey()] }\n',
    ])('with the plugin stays as it is: %j', async (before) => {
      const [text, output] = await initWith(before)
      expect(text).toBe(before)
      expect(output).not.toContain(add)
    })

    it.each([
      'export default base',
      'export default {}',
      'export default { build: { rollupOptions: { plugins: [b()] } } }',
      'export default { plugins: list() }',
      'export default { plugins: [a()], ...base }',
      'export default { plugins: [a()], plugins: [b()] }',
      'let plugins = [a()]\nplugins = []\nexport default { plugins }',
      'export default mergeConfig(base, { plugins: [a()] })',
      'const defineConfig = (it) => base\nexport default defineConfig({ plugins: [a()] })',
      'export default () => { if (x) return { plugins: [a()] }; return { plugins: [b()] } }',
      'const latchkey = a\nexport default { plugins: [latchkey()] }',
      'const config = config\nexport default config',
      'module.exports = { plugins: [a()] }',
    ])('is left to its author where the place of the plugin is unclear: %j', async (before) => {
      const [text, output] = await initWith(before, 'vite.config.js')
      expect(text).toBe(before)
      expect(output).toContain(
        `vite.config.js is left as it is, because it does not show which list of plugins Vite reads. Add the plugin before Qwik's:\n  import { latchkey } from "latchkey/vite";\n\n  export default defineConfig({\n    plugins: [latchkey(), qwikCity(), qwikVite()],\n  });\n`,
      )
      expect(output).toContain(`${add}js, before qwikVite().`)
    })

    it('is not said to be in order if it is left to its author', async () => {
      const sandbox = makeTypeScriptApp({ ...qwikApp, 'vite.config.ts': 'export default {}' })
      await sandbox.run(init)
      const { code, output } = await sandbox.run(init)
      expect(code).toBe(0)
      expect(output).toMatch(/^vite\.config\.ts is left as it is, [^]*\nNothing to write\.\n$/)
    })

    it.each([
      ['vite.config.js', 'vite.config.mjs'],
      ['vite.config.mjs', 'vite.config.ts'],
      ['vite.config.ts', 'vite.config.cjs'],
      ['vite.config.ts', 'vite.config.mts'],
      ['vite.config.mts', 'vite.config.cts'],
    ])('is %s and not %s, because Vite reads only the first', async (path, other) => {
      const sandbox = makeTypeScriptApp({ ...qwikApp, [path]: config, [other]: config })
      await sandbox.run(init)
      expect([sandbox.read(path), sandbox.read(other)]).toEqual([withPlugin, config])
    })

    it.each(['vite.config.cjs', 'vite.config.cts'])('is left to its author: %s', async (path) => {
      const before = 'module.exports = { plugins: [] }\n'
      const [text, output] = await initWith(before, path)
      expect(text).toBe(before)
      expect(output).toContain(`to the plugins in ${path}, before qwikVite()`)
    })

    it('is left to its author if it has a syntax error', async () => {
      const before = 'plugins: [a]\nexport default { plugins: [b] '
      const [text, output] = await initWith(before)
      expect(text).toBe(before)
      expect(output).toContain('vite.config.ts is left as it is, because it has a syntax error.')
      expect(output).toContain(`${add}ts, before qwikVite().`)
    })

    it.each([undefined, 'typescript-7'])(
      'is left to its author if the app has no TypeScript that can parse it: %s',
      async (typescript) => {
        const make = (text: string): Sandbox => {
          const files = { ...qwikApp, 'vite.config.ts': text }
          return typescript === undefined
            ? makeSandbox(files)
            : makeTypeScriptApp(files, typescript)
        }
        const sandbox = make(config)
        const { output } = await sandbox.run(init)
        expect(sandbox.read('vite.config.ts')).toBe(config)
        expect(output).toContain(
          'vite.config.ts is left as it is, because init found no TypeScript in the app to parse it with.',
        )
        expect((await make(withPlugin).run(init)).output).not.toContain(add)
        for (const start of ['// ', '/* */ // ', 'const text = `', `const text = '`]) {
          const hidden = `${start}import { latchkey } from "latchkey/vite"${start.at(-1)?.trim()}\n`
          expect((await make(hidden + config).run(init)).output).toContain(add)
        }
      },
    )
  })

  it.each([
    [{ dev: 'vite', start: 'vite --open' }, '- npm run dev, and open /auth/signin\n'],
    [{ start: 'vite' }, '- npm start, and open /auth/signin\n'],
  ])('names the script of the app that starts the dev server: %j', async (scripts, line) => {
    const manifest = { scripts, dependencies: { '@builder.io/qwik-city': '*' } }
    const sandbox = makeSandbox({ ...qwikApp, 'package.json': JSON.stringify(manifest) })
    expect((await sandbox.run(init)).output).toContain(line)
  })

  it('has git ignore .env before there is one', async () => {
    const { output } = await makeSandbox().run(init)
    const written = [...output.matchAll(/^Wrote (.+)$/gm)].map(([, path]) => path)
    expect(written.indexOf('.gitignore')).toBeLessThan(written.indexOf('.env'))
    expect(written).toContain('.gitignore')
  })

  it('does nothing the second time', async () => {
    const sandbox = makeSandbox()
    await sandbox.run(init)
    const before = all.map((path) => sandbox.read(path))
    expect(await sandbox.run(init)).toEqual({ code: 0, output: 'Nothing to do.\n', errors: '' })
    expect(all.map((path) => sandbox.read(path))).toEqual(before)
  })

  it('does nothing the second time when git has changed the ends of lines', async () => {
    const sandbox = makeSandbox()
    await sandbox.run(init)
    for (const path of all) sandbox.write(path, sandbox.read(path).replaceAll('\n', '\r\n'))
    expect((await sandbox.run(init)).output).toBe('Nothing to do.\n')
  })

  it('never shows the secret, nor what else is in .env', async () => {
    const sandbox = makeSandbox({
      ...qwikApp,
      '.env':
        'DATABASE_URL=postgres://me:hunter2@host\nAUTH_SECRET=\nKEY="-----\nhunter3\n-----"\n',
    })
    const shown = await sandbox.run(['init', '-p', 'github'])
    const done = await sandbox.run(init)
    const secret = /^AUTH_SECRET=([\w+/]{44})$/m.exec(sandbox.read('.env'))?.[1] ?? ''
    const spoken = [shown, done].map(({ output, errors }) => output + errors).join()
    expect(spoken).toContain('- AUTH_SECRET=\n+ AUTH_SECRET=(new, not shown)\n')
    for (const value of [secret, 'hunter2', 'hunter3']) expect(spoken).not.toContain(value)
    expect(secret).toHaveLength(44)
  })

  it('never changes a value of .env', async () => {
    const env = 'AUTH_GITHUB_ID=mine\nAUTH_SECRET=short\n'
    const sandbox = makeSandbox({ ...qwikApp, '.env': env })
    await sandbox.run(init)
    expect(sandbox.read('.env')).toBe(
      `${env}\n# GitHub: https://github.com/settings/developers\n# AUTH_GITHUB_SECRET=\n`,
    )
  })

  it('adds nothing to .env that .env.local has', async () => {
    const local = 'AUTH_SECRET=mine\nAUTH_GITHUB_ID=a\nAUTH_GITHUB_SECRET=b\n'
    const sandbox = makeSandbox({ ...qwikApp, '.env.local': local })
    await sandbox.run(init)
    expect(sandbox.has('.env')).toBe(false)
    expect(sandbox.read('.env.local')).toBe(local)
  })

  it('adds .env to a .gitignore that lacks it, and leaves the rest', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.gitignore': 'dist\n.env.local' })
    await sandbox.run(init)
    expect(sandbox.read('.gitignore')).toBe('dist\n.env.local\n.env\n')
  })

  it('has git ignore a SQLite file that DATABASE_URL puts elsewhere in the app', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.env': 'DATABASE_URL=file:./db/auth.sqlite\n' })
    vi.stubEnv('DATABASE_URL', undefined)
    try {
      await sandbox.run(['init', '-y', '-p', 'email'])
      expect(sandbox.read('.gitignore')).toBe('.env\n.data/\ndb/auth.sqlite*\n')
      expect((await sandbox.run(['init', '-y', '-p', 'email'])).output).toBe('Nothing to do.\n')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it.each([
    ['git', 'db[1]/a*b.sqlite', String.raw`db\[1\]/a\*b.sqlite*`],
    ['no git', 'db[1]/a*b.sqlite', String.raw`db\[1\]/a\*b.sqlite*`],
    ['git', '#auth.sqlite', String.raw`\#auth.sqlite*`],
    ['git', '!auth.sqlite', String.raw`\!auth.sqlite*`],
  ])('escapes what has a meaning in .gitignore (%s): %s', async (repository, path, line) => {
    const sandbox = makeSandbox({ ...qwikApp, '.env': `DATABASE_URL="file:${path}"\n` })
    if (repository === 'git') execFileSync('git', ['init', '--quiet'], { cwd: sandbox.folder })
    vi.stubEnv('DATABASE_URL', undefined)
    try {
      await sandbox.run(['init', '-y', '-p', 'email'])
      expect(sandbox.read('.gitignore')).toBe(`.env\n.data/\n${line}\n`)
      expect((await sandbox.run(['init', '-y', '-p', 'email'])).output).toBe('Nothing to do.\n')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  describe('a secret that the app already has', () => {
    const good = 'Zk3vQ0mT8yLrN5sXw1bHc7dJf9gKp2aE'
    const notes = async (
      files: Readonly<Record<string, string>>,
      mode = 0o600,
    ): Promise<readonly string[]> => {
      const sandbox = makeSandbox({ ...qwikApp, '.gitignore': '.env*\n!.env.example\n', ...files })
      for (const path of Object.keys(files)) chmodSync(join(sandbox.folder, path), mode)
      const { output } = await sandbox.run(init)
      expect(output).not.toContain(good)
      return output.split('\n').filter((line) => line.startsWith('Note: '))
    }

    it.each([
      ['short', 'Expected `secret` to have 32 characters or more, got 5.'],
      [
        'change-me-change-me-change-me-change-me',
        'Expected `secret` to be random, but it looks like a placeholder.',
      ],
    ])('is reported if the engine refuses it: %s', async (value, reason) => {
      expect(await notes({ '.env': `AUTH_SECRET=${value}\n` })).toEqual([
        expect.stringContaining(`Note: Latchkey refuses AUTH_SECRET in .env. ${reason} `),
      ])
      expect(await notes({ '.env': `AUTH_SECRET=${good}\n` })).toEqual([])
    })

    it('is reported if an empty one hides it', async () => {
      const local = { '.env.local': 'AUTH_SECRET=\n' }
      const note =
        'Note: AUTH_SECRET in .env.local is empty, and the dev server reads it instead of the one in .env. Remove the line from .env.local.'
      expect(await notes({ ...local, '.env': `AUTH_SECRET=${good}\n` })).toEqual([note])
      expect(await notes(local)).toEqual([note])
    })

    it.skipIf(process.platform === 'win32')(
      'is reported if others can read it in a file that init does not write',
      async () => {
        const files = { '.env.local': `AUTH_SECRET=${good}\n` }
        const used =
          'Note: The dev server reads AUTH_SECRET from .env.local, so none is added to .env.'
        expect(await notes(files)).toEqual([used])
        expect(await notes({ ...files, '.gitignore': 'dist\n' }, 0o644)).toEqual([
          used,
          'Note: Git does not ignore .env.local, and AUTH_SECRET is in it. Add .env.local to .gitignore.',
          'Note: Other users of this machine can read .env.local (mode 0644), and AUTH_SECRET is in it. Run chmod 600 .env.local.',
        ])
      },
    )
  })

  describe('the database of an app that has a DATABASE_URL', () => {
    const adapter = 'src/auth-adapter.ts'
    const makeApp = (url: string): Sandbox => {
      vi.stubEnv('DATABASE_URL', undefined)
      onTestFinished(() => void vi.unstubAllEnvs())
      return makeSandbox({ ...qwikApp, '.env': `DATABASE_URL=${url}\n` })
    }

    it.each([
      ['postgres://me:hunter2@db.example/app', 'from "pg"', 'pg'],
      ['postgresql://me:hunter2@db.example/app', 'from "pg"', 'pg'],
      ['mysql://me:hunter2@db.example/app', 'from "mysql2"', 'mysql2'],
      ['mariadb://me:hunter2@db.example/app', 'from "mysql2"', 'mysql2'],
      ['sqlite:./db/app.sqlite', 'from "libsql"', 'libsql'],
      [':memory:', 'from "libsql"', 'libsql'],
    ])('is that of %s', async (url, line, driver) => {
      const sandbox = makeApp(url)
      const { code, output } = await sandbox.run(['init', '-y', '-p', 'email'])
      expect(code).toBe(0)
      expect(sandbox.read(adapter)).toContain(line)
      expect(output).toMatch(new RegExp(`npm install .*kysely\\S* ${driver}\\n`))
      expect(output).toContain(
        '- Users and sessions go to the database of DATABASE_URL, which is already set. The app creates its tables there at the first request, or npx latchkey migrate does it now. If the database already has tables named User, Account, Session, VerificationToken, Authenticator, UserPassword, UserFactor, Attempt, AuditRecord, they get the columns and indexes that they lack. To see the SQL first, run npx latchkey migrate --dry-run.\n',
      )
      expect(output).not.toContain('hunter2')
      expect((await sandbox.run(['init', '-y', '-p', 'email'])).output).toBe('Nothing to do.\n')
    })

    it.each(['mongodb://me:hunter2@db.example/app', 'db/app.sqlite'])(
      'is refused if no adapter can open it: %s',
      async (url) => {
        const sandbox = makeApp(url)
        const { code, errors } = await sandbox.run(['init', '-y', '-p', 'email'])
        expect({ code, errors }).toEqual({
          code: 1,
          errors:
            'DATABASE_URL does not start with file:, postgres:, mysql: or mariadb:, so init cannot write an adapter for it. Change DATABASE_URL, or add --database redis, which uses REDIS_URL.\n',
        })
        expect(sandbox.has(adapter)).toBe(false)
        expect((await sandbox.run(['init', '-y', '-p', 'github'])).code).toBe(0)
      },
    )

    it('is not another one that the developer names by mistake', async () => {
      const sandbox = makeApp('postgres://me:hunter2@db.example/app')
      const { errors } = await sandbox.run(['init', '-y', '-p', 'email', '-d', 'sqlite'])
      expect(errors).toBe(
        'DATABASE_URL is set, and it is not an address of sqlite. Change DATABASE_URL, or choose postgres.\n',
      )
      const answers = ['mysql', '', 'y']
      const asked = await sandbox.run(['init', '-p', 'email'], { answers })
      expect(asked.output).toContain('Enter means postgres) ')
      expect(asked.errors).toContain('it is not an address of mysql.')
      expect(sandbox.read(adapter)).toContain('from "pg"')
    })

    it('can be Redis, which has a variable of its own', async () => {
      const sandbox = makeApp('mongodb://db.example/app')
      expect((await sandbox.run(['init', '-y', '-p', 'email', '-d', 'redis'])).code).toBe(0)
      expect(sandbox.read(adapter)).toContain('from "redis"')
    })
  })

  it.each([
    [plugin, plugin],
    [plugin, 'src/routes/plugin@auth.tsx'],
    [page, page],
    [page, 'src/routes/signin/index.jsx'],
  ])('leaves a file of your own in the place of %s: %s', async (path, own) => {
    const sandbox = makeSandbox({ ...qwikApp, [own]: 'export const mine = "hunter2"\n' })
    const { code, output } = await sandbox.run(initPage)
    expect(code).toBe(0)
    expect(output).toContain(`${own} is there, and is left as it is`)
    expect(output).not.toContain('hunter2')
    expect(sandbox.read(own)).toBe('export const mine = "hunter2"\n')
    expect(all.filter((one) => one !== path && !sandbox.has(one))).toEqual([])
    const again = await sandbox.run(initPage)
    expect(again.output).toContain(`${own} is there, and is left as it is`)
    expect(again.output).toMatch(/Nothing to write\.\n$/)
    expect(again.code).toBe(0)
  })

  it.each([plugin, 'src/routes/plugin@auth.tsx'])(
    'tells the steps for %s, which is there already',
    async (own) => {
      const sandbox = makeSandbox({ ...qwikApp, [own]: 'export const mine = 1\n' })
      const { output } = await sandbox.run(init)
      expect(output).toContain(`- Add the providers to ${own}, as in the text above.\n`)
      expect(output).toContain(`- Write \`authorize\` in ${own}.`)
      expect((await makeSandbox().run(init)).output).not.toContain('- Add the providers to')
    },
  )

  it.each(['@auth/qwik', '@builder.io/qwik-auth'])('leads from %s to move', async (name) => {
    const sandbox = makeSandbox({ ...qwikApp, [plugin]: `import { a } from "${name}"\n` })
    expect((await sandbox.run(init)).output).toContain(
      'is left as it is. To move it from Auth.js, run npx latchkey move.',
    )
  })

  it.each([
    [
      'src/routes/plugin@login.ts',
      'routeAuth$(() => ({}))',
      'src/routes/plugin@login.ts already starts Latchkey, and is left as it is.',
    ],
    [
      'src/auth.ts',
      'FrameworkAuth$(() => ({}))',
      'Qwik does not run src/auth.ts, because it is not a file such as src/routes/plugin@auth.ts. Rename it to src/routes/plugin@auth.ts, and adjust the imports. The file is left as it is.',
    ],
    [
      'src/routes/plugin-auth.ts',
      'routeAuth$(() => ({}))',
      'Qwik does not run src/routes/plugin-auth.ts, because its name does not start with plugin@. Rename it to src/routes/plugin@auth.ts, and adjust the imports. The file is left as it is.',
    ],
    [
      'src/routes/layout.tsx',
      'QwikAuth$(() => ({}))',
      'Qwik runs src/routes/layout.tsx only for its own pages, so /auth/signin answers 404. Move the call of routeAuth$ to src/routes/plugin@auth.ts. The file is left as it is.',
    ],
  ])('writes no second instance beside the one in %s', async (own, call, notice) => {
    const text = `import * as auth from "latchkey"\nexport const { onRequest } = auth.${call}\n`
    const sandbox = makeSandbox({ ...qwikApp, [own]: text })
    const { code, output } = await sandbox.run(init)
    expect(code).toBe(0)
    expect(sandbox.has(plugin)).toBe(false)
    expect(sandbox.read(own)).toBe(text)
    expect(output).toContain(`${notice} Here is ours, to compare:\n`)
    const cure = notice.replace(' The file is left as it is.', '')
    expect(output.includes(`- ${cure}\n`)).toBe(cure !== notice)
    expect(output).toContain('  import GitHub from "latchkey/providers/github";\n')
    expect(output).toContain(`- Write \`authorize\` in ${own}.`)
    expect(output).toContain(`- Add the providers to ${own}, as in the text above.\n`)
    expect((await sandbox.run(init)).output).toMatch(/Nothing to write\.\n$/)
  })

  it('does not take a test of the app for an instance', async () => {
    const text = 'import { routeAuth$ } from "latchkey"\nrouteAuth$(() => ({}))\n'
    const sandbox = makeSandbox({ ...qwikApp, 'src/auth.test.ts': text })
    await sandbox.run(init)
    expect(sandbox.has(plugin)).toBe(true)
  })

  it('does not take a file with a longer name for the plugin', async () => {
    const sandbox = makeSandbox({ ...qwikApp, 'src/routes/plugin@auth.test.ts': '' })
    await sandbox.run(init)
    expect(sandbox.has(plugin)).toBe(true)
  })

  it('adds the variables of another provider, and shows the plugin with it', async () => {
    const sandbox = makeSandbox()
    await sandbox.run(init)
    const { output } = await sandbox.run(['init', '-y', '-p', 'credentials,github,google'])
    expect(output).toContain('  import Google from "latchkey/providers/google";')
    expect(sandbox.read(plugin)).not.toContain('Google')
    expect(sandbox.read('.env')).toContain('# AUTH_GOOGLE_ID=\n# AUTH_GOOGLE_SECRET=\n')
  })

  it('takes each provider once, however it is spelt', async () => {
    const sandbox = makeSandbox()
    await sandbox.run(['init', '-y', '-p', ' GitHub, github,credentials'])
    expect(sandbox.read(plugin).match(/import GitHub /g)).toHaveLength(1)
  })
})

describe('latchkey init at a terminal', () => {
  it('shows what it would write and writes nothing when it cannot ask', async () => {
    const sandbox = makeSandbox()
    const { code, output, errors } = await sandbox.run(['init', '-p', 'github'])
    expect(output).toContain(`${plugin} (new)\n+ import { routeAuth$ } from "latchkey";\n`)
    expect(errors).toContain('with --yes to write the files.')
    expect(code).toBe(1)
    expect(all.filter((path) => sandbox.has(path))).toEqual([])
  })

  it.each(['y', 'Y', ' yes '])('writes when the answer is "%s"', async (answer) => {
    const sandbox = makeSandbox()
    const { code } = await sandbox.run(askedInit, { answers: [answer] })
    expect(code).toBe(0)
    expect(all.filter((path) => !sandbox.has(path))).toEqual([])
  })

  it.each(['', 'n', 'yesterday'])('writes nothing when the answer is "%s"', async (answer) => {
    const sandbox = makeSandbox()
    const { code, errors } = await sandbox.run(askedInit, { answers: [answer] })
    expect({ code, errors }).toEqual({ code: 1, errors: 'Nothing was written.\n' })
    expect(all.filter((path) => sandbox.has(path))).toEqual([])
  })

  it('asks for providers and a database until it knows them', async () => {
    const sandbox = makeSandbox()
    const answers = ['?', 'githib', '', 'github', 'oracle', 'none', 'y']
    const { code, output, errors } = await sandbox.run(['init'], { answers })
    expect(output).toMatch(/^Which providers\?.* adfs .* credentials .* github .* resend /)
    expect(errors).toBe(
      'Unknown provider "githib". Did you mean "github"?\nExpected at least one provider, such as github.\nUnknown database "oracle". Choose sqlite, postgres, mysql, redis, none.\n',
    )
    expect(code).toBe(0)
    expect(sandbox.read(plugin)).toContain('GitHub,')
  })

  it('Enter chooses no database if no provider needs one, and nothing is left to install', async () => {
    const sandbox = makeSandbox(withPackages('@builder.io/qwik-city', 'latchkey'))
    const { code, output } = await sandbox.run(['init'], {
      answers: ['github,credentials', '', 'y'],
    })
    expect(code).toBe(0)
    expect(output).toContain(
      'Which database? (sqlite, postgres, mysql, redis, none; Enter means none) ',
    )
    expect(sandbox.has('src/auth-adapter.ts')).toBe(false)
    expect(output).not.toContain('npm install')
  })

  it.each([
    ['email', 'The provider email needs a database. '],
    ['github,password,passkey', 'The providers password, passkey need a database. '],
  ])(
    'Enter chooses a SQLite file for %s, and says why and what to install',
    async (ids, reason) => {
      const sandbox = makeSandbox(withPackages('@builder.io/qwik-city', 'latchkey'))
      const { code, output } = await sandbox.run(['init'], { answers: [ids, '', 'y'] })
      expect(code).toBe(0)
      expect(output).toContain(
        `${reason}Which database? (sqlite, postgres, mysql, redis; Enter means sqlite) `,
      )
      expect(sandbox.read('src/auth-adapter.ts')).toContain('libsql')
      expect(output).toMatch(/\nNext:\n- npm install (?:\S+ )?kysely\S* libsql\n/)
    },
  )

  it('the answer "none" is refused for a provider that needs a database', async () => {
    const answers = ['email', 'none', 'sqlite', 'n']
    const { errors } = await makeSandbox().run(['init'], { answers })
    expect(errors).toBe(
      'The provider email needs a database. Choose sqlite, postgres, mysql, redis.\nNothing was written.\n',
    )
  })

  it.each(['README.md', 'docs/guide/getting-started.md'])(
    '%s tells each step that is left after init',
    async (path) => {
      const { output } = await makeSandbox().run(['init', '-y', '-p', 'email,password,github'])
      const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
      const [install = ''] = /npm install .+/.exec(output) ?? []
      const names = install.replaceAll(/@\S+/g, '').split(' ').slice(2)
      expect(names).toEqual(['latchkey', 'nodemailer', 'kysely', 'libsql'])
      expect(text).toContain('npm install latchkey\n')
      expect(text).toContain('`npm install nodemailer kysely libsql`')
      expect(text).toContain('with the versions that it prints')
      expect(text).toContain('the variables of your providers in `.env`')
      expect(text).toContain('`AUTH_EMAIL_SERVER=smtps://name:password@host`')
      expect(text).toContain('`latchkey/qwik2`')
      for (const name of ['AUTH_URL', 'AUTH_SECRET']) expect(text).toContain(name)
    },
  )

  it.each(['README.md', 'docs/guide/getting-started.md'])(
    '%s tells the commands of the first hour, in the order in which they work',
    (path) => {
      const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
      const places = firstHour.map(({ told }) => text.indexOf(told))
      expect(places.every((place) => place >= 0)).toBe(true)
      expect(places).toEqual([...places].sort((one, other) => one - other))
    },
  )

  describe('the recorded first hour', () => {
    const [, one = '', two = ''] = readFileSync(
      new URL('../../../docs/internals/first-hour.md', import.meta.url),
      'utf8',
    ).split(/^## /m)

    /** The first column of the table, without its head. */
    function commandsOf(section: string): readonly string[] {
      const cells = [...section.matchAll(/^\| (.+?) +\|/gm)].map(([, cell = '']) => cell)
      return cells.slice(2)
    }

    it.each([one, two])('has every step that the README tells, and no other', (section) => {
      const commands = commandsOf(section)
      expect(() => requireTold(commands)).not.toThrow()
      const at = commands.indexOf('npm run build')
      const extra = commands.toSpliced(at, 0, 'npm install dotenv')
      expect(() => requireTold(extra)).toThrow(
        'The README tells "npm run build" here, but the first hour did "npm install dotenv".',
      )
      expect(() => requireTold(commands.toSpliced(at, 1))).toThrow(
        'The README tells "npm run build"',
      )
      expect(() => requireTold([...commands, 'npm run deploy'])).toThrow(
        'The README does not tell "npm run deploy".',
      )
      const swapped = commands.toSpliced(at, 2, 'npm run serve', 'npm run build')
      expect(() => requireTold(swapped)).toThrow('but the first hour did "npm run serve".')
    })

    it('is compared with the README when it is done', () => {
      const script = new URL('../../../scripts/fresh-app/first-hour.mjs', import.meta.url)
      expect(readFileSync(script, 'utf8')).toContain('requireTold(entries.map(')
    })
  })

  it('writes over nothing that changed while it asked', async () => {
    const sandbox = makeSandbox()
    const { code, errors } = await sandbox.run(askedInit, {
      answers: ['y'],
      meanwhile: () => sandbox.write(plugin, 'mine'),
    })
    expect(errors).toBe(`${plugin} has changed since it was read. Run this again.\n`)
    expect(code).toBe(1)
    expect(sandbox.read(plugin)).toBe('mine')
  })

  it('paints what is added and what is replaced, where there are colours', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.env': 'AUTH_SECRET=\n' })
    const { output } = await sandbox.run(askedInit, { hasColours: true })
    expect(output).toContain('\u001B[31m- AUTH_SECRET=\u001B[0m\n\u001B[32m+ AUTH_SECRET=')
    expect((await sandbox.run(['init', '-p', 'github'])).output).not.toContain('\u001B')
  })
})

describe('latchkey init, and the app', () => {
  it('finds the app from a folder inside of it', async () => {
    const sandbox = makeSandbox()
    await sandbox.run(init, { from: 'src/routes' })
    expect(sandbox.has(plugin)).toBe(true)
  })

  it('takes the door for the second generation of Qwik', async () => {
    const sandbox = makeSandbox(withPackages('@qwik.dev/router'))
    const { output } = await sandbox.run(initPage)
    expect(output).toContain('- To guard a page, call requireSession(event) from "latchkey/qwik2" ')
    expect(sandbox.read(plugin)).toContain('import { routeAuth$ } from "latchkey/qwik2";')
    expect(sandbox.read(page)).toContain('import { component$, useStyles$ } from "@qwik.dev/core";')
    expect(sandbox.read(page)).toContain('import { findAuthConfig } from "latchkey/qwik2";')
    expect(sandbox.read(page)).not.toContain('builder.io')
  })

  it.each([
    ['vite.config.ts', 'qwikCity({ trailingSlash: false })', '"/signin"'],
    ['vite.config.mjs', 'qwikCity({ trailingSlash: true })', '"/signin/"'],
  ])('spells the address of the page as %s says: %s', async (file, text, path) => {
    const sandbox = makeSandbox({ ...qwikApp, [file]: text })
    await sandbox.run(initPage)
    expect(sandbox.read(plugin)).toContain(`pages: { signIn: ${path} }`)
  })

  it('has the one `main` of the page, unless the layout has it', async () => {
    const bare = makeSandbox()
    await bare.run(initPage)
    expect(bare.read(page)).toContain('<main class="sign-in">')
    const framed = makeSandbox({
      ...qwikApp,
      'src/routes/layout.tsx': '<main id="x"><Slot /></main>',
    })
    await framed.run(initPage)
    expect(framed.read(page)).not.toContain('<main')
  })

  it('says which packages are missing', async () => {
    const advice = async (sandbox: Sandbox, id: string): Promise<string> =>
      (await sandbox.run(['init', '-y', '-p', id])).output
    expect(await advice(makeSandbox(), 'github')).toContain('npm install latchkey\n')
    const has = withPackages('@builder.io/qwik-city', 'latchkey')
    expect(await advice(makeSandbox(has), 'github')).not.toContain('npm install')
    expect(await advice(makeSandbox(has), 'nodemailer')).toContain('npm install nodemailer kysely')
  })

  it.each([
    [{ 'package.json': '{' }, /^Expected .*package\.json to be a JSON object\.\n$/],
    [{ 'package.json': '[]' }, /^Expected .*package\.json to be a JSON object\.\n$/],
    [
      { 'package.json': '{}' },
      /^Expected .* to have @builder\.io\/qwik-city or @qwik\.dev\/router/,
    ],
    [
      { 'package.json': qwikApp['package.json'] ?? '' },
      /^Expected the app's routes in .*src.routes\.\n$/,
    ],
  ])('refuses a folder that is not an app: %j', async (files, message) => {
    const { code, errors, output } = await makeSandbox(files).run(init)
    expect(errors).toMatch(message)
    expect(output).toBe('')
    expect(code).toBe(1)
  })

  it('refuses a folder that belongs to no package', async () => {
    const { code, errors } = await makeSandbox({}).run(init)
    expect(errors).toBe('There is no package.json here. Run this in the folder of a Qwik app.\n')
    expect(code).toBe(1)
  })
})

function withPackages(...names: readonly string[]): Readonly<Record<string, string>> {
  const dependencies = Object.fromEntries(names.map((name) => [name, '*']))
  return { ...qwikApp, 'package.json': JSON.stringify({ dependencies }) }
}

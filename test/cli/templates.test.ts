import { statSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'prettier'
import { describe, expect, it } from 'vitest'
import { providerIds } from '../../src/cli/choose-providers.js'
import { openWithAdapter } from './open-with-adapter.js'
import { makeSandbox, qwikApp } from './sandbox.js'

const plugin = 'src/routes/plugin@auth.ts'
const adapter = 'src/auth-adapter.ts'
const page = 'src/routes/signin/index.tsx'
const styles = 'src/routes/signin/sign-in.css'

/** Prettier as it is in an app that has no wishes. */
const plain = { parser: 'typescript' }

describe('what init writes', () => {
  it.each(['github', 'credentials', providerIds.join(',')])(
    'is formatted as the apps of Qwik are, with %s',
    async (ids) => {
      const scene = makeSandbox()
      await scene.run(['init', '-y', '-p', ids])
      expect(await check(scene.read(plugin), plain)).toBe(true)
    },
  )

  it.each(['', '<main>'])('is formatted so on the page, in a layout with "%s"', async (layout) => {
    const scene = makeSandbox({ ...qwikApp, 'src/routes/layout.tsx': layout })
    await scene.run(['init', '-y', '-p', 'github', '--page'])
    expect(await check(scene.read(page), plain)).toBe(true)
    expect(await check(scene.read(styles), { parser: 'css' })).toBe(true)
  })

  it.each([
    ['email,password', true],
    ['resend,password,github', true],
    ['password', false],
    ['email', false],
    ['credentials', false],
  ])('the page of --page with %s has links for passwords: %j', async (ids, hasLinks) => {
    const scene = makeSandbox()
    await scene.run(['init', '-y', '-p', ids, '--page'])
    const text = scene.read(page)
    for (const path of ['/auth/signup', '/auth/forgot-password']) {
      expect(text.includes(`<a href={\`${path}\${back}\`}>`)).toBe(hasLinks)
    }
    expect(await check(text, plain)).toBe(true)
  })

  it.each([
    ['src/routes/plugin@login.ts', '../plugin@login'],
    ['src/routes/auth.ts', '../plugin@auth'],
  ])('the page of --page imports from the plugin file of the app, %s', async (path, name) => {
    const text = 'import { routeAuth$ } from "latchkey"\nrouteAuth$(() => ({}))\n'
    const scene = makeSandbox({ ...qwikApp, [path]: text })
    await scene.run(['init', '-y', '-p', 'github', '--page'])
    expect(scene.read(page)).toContain(
      `import { useSession, useSignIn, useSignOut } from "${name}";`,
    )
  })

  it('a provider that sends mails gets a SQLite file, unless another database is named', async () => {
    const scene = makeSandbox()
    const { output } = await scene.run(['init', '-y', '-p', 'ses'])
    expect(scene.read(plugin)).toContain('async ({ env }) => ({')
    expect(scene.read(plugin)).toContain(
      'adapter: await openAdapter(env.get("DATABASE_URL")),\n    encryptTokens: true,\n',
    )
    expect(scene.read(plugin)).toContain('region: env.get("AUTH_SES_REGION"),')
    expect(scene.read(adapter)).toContain('await migrate(db);')
    expect(scene.read('.gitignore')).toBe('.env\n.data/\n')
    expect(output).toMatch(/npm install latchkey kysely\S* libsql\n/)
    expect(output).toContain('Users and sessions are in .data/auth.sqlite.')
  })

  it.each([
    ['sqlite', 'DATABASE_URL', 'libsql'],
    ['postgres', 'DATABASE_URL', 'pg'],
    ['mysql', 'DATABASE_URL', 'mysql2'],
    ['redis', 'REDIS_URL', 'redis'],
  ])('the adapter file for %s is formatted and reads %s', async (id, variable, driver) => {
    const scene = makeSandbox()
    const { output } = await scene.run(['init', '-y', '-p', 'credentials', '-d', id])
    expect(await check(scene.read(adapter), plain)).toBe(true)
    expect(await check(scene.read(plugin), plain)).toBe(true)
    expect(scene.read(plugin)).toContain(`openAdapter(env.get("${variable}"))`)
    expect(scene.read('.env')).toContain(`\n# ${variable}=\n`)
    expect(scene.read(adapter)).toContain(` from "${driver}";`)
    expect(output).toContain(` ${driver}\n`)
  })

  it('a database with PostgreSQL needs the types of its driver', async () => {
    const { output } = await makeSandbox().run(['init', '-y', '-p', 'github', '-d', 'postgres'])
    expect(output).toContain('npm install -D @types/pg\n')
  })

  it('a password and a database together return a user of the database, and the reason is printed', async () => {
    const scene = makeSandbox()
    const { output } = await scene.run(['init', '-y', '-p', 'credentials', '-d', 'sqlite'])
    expect(scene.read(plugin)).toContain('getUserByEmail(email);')
    expect(scene.read(plugin)).not.toContain('return { id: user.id')
    expect(output).toContain(
      'It must return a user of the database, because each session belongs to a user there.',
    )
  })

  it.each(['sqlite', 'postgres', 'mysql', 'redis'])(
    'the provider `password` needs no code with %s, because the adapter stores passwords',
    async (id) => {
      const scene = makeSandbox()
      const { output } = await scene.run(['init', '-y', '-p', 'password', '-d', id])
      expect(scene.read(plugin)).toContain('import Password from "latchkey/providers/password";')
      expect(scene.read(plugin)).toMatch(/\n {6}Password,\n/)
      expect(scene.read(plugin)).not.toContain('authorize')
      expect(output).toContain('No visitor can sign up or reset a password')
    },
  )

  it('passwords without an e-mail provider: init says that no visitor can sign up, and what to add', async () => {
    const scene = makeSandbox()
    const { output } = await scene.run(['init', '-p', 'password,github'], { answers: ['', 'y'] })
    const command = 'npx latchkey init --providers email,password,github'
    const [shown = '', advice = ''] = output.split('Write these files?')
    expect(shown).toContain(
      `Note: No visitor can sign up or reset a password, because both go by mail and no chosen provider sends mails. Choose an e-mail provider too, such as email (SMTP) or resend: ${command}\n`,
    )
    expect(advice).toContain(
      `- No visitor can sign up or reset a password until you add an e-mail provider to ${plugin}. ${command} prints the file with one.`,
    )
    expect(scene.read(plugin).replaceAll(/\n\s*\/\/ /g, ' ')).toContain(
      'No visitor can sign up or reset a password until this list has an e-mail provider.',
    )
    expect(await check(scene.read(plugin), plain)).toBe(true)
  })

  it.each(['email', 'resend'])(
    'passwords with %s: init says where visitors sign up',
    async (mailer) => {
      const { output } = await makeSandbox().run(['init', '-y', '-p', `password,${mailer}`])
      expect(output).not.toContain('No visitor can sign up')
      expect(output).toContain('- Visitors sign up at /auth/signup, and reset a password at')
    },
  )

  it.skipIf(process.platform === 'win32')(
    'the adapter file for sqlite creates a file that no other user of the machine can read',
    async () => {
      const scene = makeSandbox()
      await scene.run(['init', '-y', '-p', 'email', '-d', 'sqlite'])
      expect(openWithAdapter(scene, [undefined])).toEqual(['opened'])
      const modes = ['.data', '.data/auth.sqlite'].map(
        (path) => statSync(join(scene.folder, path)).mode & 0o777,
      )
      expect(modes).toEqual([0o700, 0o600])
    },
  )

  it('only the form that was sent keeps its values on the page of --page', async () => {
    const scene = makeSandbox()
    await scene.run(['init', '-y', '-p', 'email,credentials', '--page'])
    const [, value = ''] =
      /value=\{\s*([^}]*sent\(field\.name\)[^}]*)\}/.exec(scene.read(page)) ?? []
    expect(value.replaceAll(/\s+/g, ' ')).toContain(
      'id === sentId && field.type !== "password" ? sent(field.name) : undefined',
    )
  })

  it('providers that need no database get none', async () => {
    const scene = makeSandbox()
    const { output } = await scene.run(['init', '-y', '-p', 'github,credentials'])
    expect(scene.has(adapter)).toBe(false)
    expect(scene.read(plugin)).not.toMatch(/adapter|\benv\.get/)
    expect(output).not.toContain('adapter')
  })

  it('leaves passkeys to the built-in page, which has the script for them', async () => {
    const scene = makeSandbox()
    const { output } = await scene.run(['init', '-y', '-p', 'passkey,github'])
    expect(scene.has(page)).toBe(false)
    expect(scene.read(plugin)).not.toContain('pages:')
    expect(scene.read(plugin)).toContain('    experimental: { enableWebAuthn: true },\n')
    expect(scene.read(plugin)).toContain('    adapter: await openAdapter(')
    expect(output).toContain('npm install latchkey @simplewebauthn/server kysely')
    expect(output).toContain('open /auth/signin\n')
  })

  it('leaves the key of a mail service to the engine', async () => {
    const scene = makeSandbox()
    await scene.run(['init', '-y', '-p', 'resend'])
    expect(scene.read(plugin)).toContain('Resend({\n        from: env.get("AUTH_RESEND_FROM"),\n')
    expect(scene.read('.env')).toContain('# AUTH_RESEND_KEY=\n# AUTH_RESEND_FROM=\n')
  })

  it('says at each provider where to register, and what to set', async () => {
    const scene = makeSandbox()
    await scene.run(['init', '-y', '-p', 'keycloak,email'])
    const text = scene.read(plugin).replaceAll(/\n\s*\/\/ /g, ' ')
    expect(text).toContain('AUTH_KEYCLOAK_ID, AUTH_KEYCLOAK_SECRET, AUTH_KEYCLOAK_ISSUER')
    expect(text).toContain('http://localhost:5173/auth/callback/keycloak')
    expect(text).toContain('Set these variables in .env: AUTH_EMAIL_SERVER, AUTH_EMAIL_FROM.\n')
  })

  it('refuses every password until somebody writes the check', async () => {
    const scene = makeSandbox()
    const { output } = await scene.run(['init', '-y', '-p', 'credentials'])
    const body = /async authorize[^]*?\n {8}\}/.exec(scene.read(plugin))?.[0] ?? ''
    expect(body.match(/^ *return .*$/gm)?.map((line) => line.trim())).toEqual([
      'return null;',
      'return null;',
    ])
    expect(output).toContain('Write `authorize`')
  })
})

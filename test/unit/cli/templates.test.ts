import { statSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'prettier'
import { describe, expect, it } from 'vitest'
import { providerIds } from '../../../src/cli/choose-providers.js'
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
      const sandbox = makeSandbox()
      await sandbox.run(['init', '-y', '-p', ids])
      expect(await check(sandbox.read(plugin), plain)).toBe(true)
    },
  )

  it.each(['', '<main>'])('is formatted so on the page, in a layout with "%s"', async (layout) => {
    const sandbox = makeSandbox({ ...qwikApp, 'src/routes/layout.tsx': layout })
    await sandbox.run(['init', '-y', '-p', 'github', '--page'])
    expect(await check(sandbox.read(page), plain)).toBe(true)
    expect(await check(sandbox.read(styles), { parser: 'css' })).toBe(true)
  })

  it.each([
    ['@builder.io/qwik-city', 'latchkey/qwik/ui'],
    ['@qwik.dev/router', 'latchkey/qwik2/ui'],
  ])('the page of --page in an app of %s shows <SignIn> of %s', async (router, components) => {
    const manifest = JSON.stringify({ devDependencies: { [router]: '*' } })
    const sandbox = makeSandbox({ ...qwikApp, 'package.json': manifest })
    await sandbox.run(['init', '-y', '-p', 'github', '--page'])
    expect(sandbox.read(page)).toContain(`import { SignIn } from "${components}";`)
    expect(sandbox.read(page)).toContain('<SignIn page={page} signIn={signIn} />')
  })

  it.each([
    ['email,password', true],
    ['resend,password,github', true],
    ['password', false],
    ['email', false],
    ['credentials', false],
  ])('the page of --page with %s has links for passwords: %j', async (ids, hasLinks) => {
    const sandbox = makeSandbox()
    await sandbox.run(['init', '-y', '-p', ids, '--page'])
    const text = sandbox.read(page)
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
    const sandbox = makeSandbox({ ...qwikApp, [path]: text })
    await sandbox.run(['init', '-y', '-p', 'github', '--page'])
    expect(sandbox.read(page)).toContain(
      `import { useSession, useSignIn, useSignOut } from "${name}";`,
    )
  })

  it('a provider that sends mails gets a SQLite file, unless another database is named', async () => {
    const sandbox = makeSandbox()
    const { output } = await sandbox.run(['init', '-y', '-p', 'ses'])
    expect(sandbox.read(plugin)).toContain('async ({ env }) => ({')
    expect(sandbox.read(plugin)).toContain(
      'adapter: await openAdapter(env.get("DATABASE_URL")),\n    encryptTokens: true,\n',
    )
    expect(sandbox.read(plugin)).toContain('region: env.get("AUTH_SES_REGION"),')
    expect(sandbox.read(adapter)).toContain('await migrate(db);')
    expect(sandbox.read('.gitignore')).toBe('.env\n.data/\n')
    expect(output).toMatch(/npm install latchkey kysely\S* libsql\n/)
    expect(output).toContain('Users and sessions are in .data/auth.sqlite.')
  })

  it.each([
    ['sqlite', 'DATABASE_URL', 'libsql'],
    ['postgres', 'DATABASE_URL', 'pg'],
    ['mysql', 'DATABASE_URL', 'mysql2'],
    ['redis', 'REDIS_URL', 'redis'],
  ])('the adapter file for %s is formatted and reads %s', async (id, variable, driver) => {
    const sandbox = makeSandbox()
    const { output } = await sandbox.run(['init', '-y', '-p', 'credentials', '-d', id])
    expect(await check(sandbox.read(adapter), plain)).toBe(true)
    expect(await check(sandbox.read(plugin), plain)).toBe(true)
    expect(sandbox.read(plugin)).toContain(`openAdapter(env.get("${variable}"))`)
    expect(sandbox.read('.env')).toContain(`\n# ${variable}=\n`)
    expect(sandbox.read(adapter)).toContain(` from "${driver}";`)
    expect(output).toContain(` ${driver}\n`)
  })

  it('a database with PostgreSQL needs the types of its driver', async () => {
    const { output } = await makeSandbox().run(['init', '-y', '-p', 'github', '-d', 'postgres'])
    expect(output).toContain('npm install -D @types/pg\n')
  })

  it('a password and a database together return a user of the database, and the reason is printed', async () => {
    const sandbox = makeSandbox()
    const { output } = await sandbox.run(['init', '-y', '-p', 'credentials', '-d', 'sqlite'])
    expect(sandbox.read(plugin)).toContain('getUserByEmail(email);')
    expect(sandbox.read(plugin)).not.toContain('return { id: user.id')
    expect(output).toContain(
      'It must return a user of the database, because each session belongs to a user there.',
    )
  })

  it.each(['sqlite', 'postgres', 'mysql', 'redis'])(
    'the provider `password` needs no code with %s, because the adapter stores passwords',
    async (id) => {
      const sandbox = makeSandbox()
      const { output } = await sandbox.run(['init', '-y', '-p', 'password', '-d', id])
      expect(sandbox.read(plugin)).toContain('import Password from "latchkey/providers/password";')
      expect(sandbox.read(plugin)).toMatch(/\n {6}Password,\n/)
      expect(sandbox.read(plugin)).not.toContain('authorize')
      expect(output).toContain('No visitor can sign up or reset a password')
    },
  )

  it('passwords without an e-mail provider: init says that no visitor can sign up, and what to add', async () => {
    const sandbox = makeSandbox()
    const { output } = await sandbox.run(['init', '-p', 'password,github'], { answers: ['', 'y'] })
    const command = 'npx latchkey init --providers email,password,github'
    const [shown = '', advice = ''] = output.split('Write these files?')
    expect(shown).toContain(
      `Note: No visitor can sign up or reset a password, because both go by mail and no chosen provider sends mails. Choose an e-mail provider too, such as email (SMTP) or resend: ${command}\n`,
    )
    expect(advice).toContain(
      `- No visitor can sign up or reset a password until you add an e-mail provider to ${plugin}. ${command} prints the file with one.`,
    )
    expect(sandbox.read(plugin).replaceAll(/\n\s*\/\/ /g, ' ')).toContain(
      'No visitor can sign up or reset a password until this list has an e-mail provider.',
    )
    expect(await check(sandbox.read(plugin), plain)).toBe(true)
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
      const sandbox = makeSandbox()
      await sandbox.run(['init', '-y', '-p', 'email', '-d', 'sqlite'])
      expect(openWithAdapter(sandbox, [undefined])).toEqual(['opened'])
      const modes = ['.data', '.data/auth.sqlite'].map(
        (path) => statSync(join(sandbox.folder, path)).mode & 0o777,
      )
      expect(modes).toEqual([0o700, 0o600])
    },
  )

  it('providers that need no database get none', async () => {
    const sandbox = makeSandbox()
    const { output } = await sandbox.run(['init', '-y', '-p', 'github,credentials'])
    expect(sandbox.has(adapter)).toBe(false)
    expect(sandbox.read(plugin)).not.toMatch(/adapter|\benv\.get/)
    expect(output).not.toContain('adapter')
  })

  it('leaves passkeys to the built-in page, which has the script for them', async () => {
    const sandbox = makeSandbox()
    const { output } = await sandbox.run(['init', '-y', '-p', 'passkey,github'])
    expect(sandbox.has(page)).toBe(false)
    expect(sandbox.read(plugin)).not.toContain('pages:')
    expect(sandbox.read(plugin)).toContain('    experimental: { enableWebAuthn: true },\n')
    expect(sandbox.read(plugin)).toContain('    adapter: await openAdapter(')
    expect(output).toContain('npm install latchkey @simplewebauthn/server kysely')
    expect(output).toContain('open /auth/signin\n')
  })

  it('leaves the key of a mail service to the engine', async () => {
    const sandbox = makeSandbox()
    await sandbox.run(['init', '-y', '-p', 'resend'])
    expect(sandbox.read(plugin)).toContain('Resend({\n        from: env.get("AUTH_RESEND_FROM"),\n')
    expect(sandbox.read('.env')).toContain('# AUTH_RESEND_KEY=\n# AUTH_RESEND_FROM=\n')
  })

  it('says at each provider where to register, and what to set', async () => {
    const sandbox = makeSandbox()
    await sandbox.run(['init', '-y', '-p', 'keycloak,email'])
    const text = sandbox.read(plugin).replaceAll(/\n\s*\/\/ /g, ' ')
    expect(text).toContain('AUTH_KEYCLOAK_ID, AUTH_KEYCLOAK_SECRET, AUTH_KEYCLOAK_ISSUER')
    expect(text).toContain('http://localhost:5173/auth/callback/keycloak')
    expect(text).toContain('Set these variables in .env: AUTH_EMAIL_SERVER, AUTH_EMAIL_FROM.\n')
  })

  it('refuses every password until the app implements the check', async () => {
    const sandbox = makeSandbox()
    const { output } = await sandbox.run(['init', '-y', '-p', 'credentials'])
    const body = /async authorize[^]*?\n {8}\}/.exec(sandbox.read(plugin))?.[0] ?? ''
    expect(body.match(/^ *return .*$/gm)?.map((line) => line.trim())).toEqual([
      'return null;',
      'return null;',
    ])
    expect(output).toContain('Write `authorize`')
  })
})

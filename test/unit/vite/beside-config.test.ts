import { describe, expect, it } from 'vitest'
import { authModule, createClientBuilds, pluginFile } from './client-build.js'

const build = createClientBuilds()
const key = 'sk_live_canary0123456789abcdef'
const stripe = `import { Stripe } from './client'\nexport const stripe = new Stripe('${key}')`
const configFile = 'src/auth-config.ts'
const readsConfig = authModule(`import { authConfig } from '../auth-config'`, 'authConfig')
const config = `export const siteName = 'A shop'\nexport const authConfig = { providers: [] }`

describe('a key in a module that the file with the config imports', () => {
  const ways = [
    ['at run time', (at: string) => `export const stripe = import('${at}').then((m) => m.stripe)`],
    ['at run time without a call', (at: string) => `export const loading = import('${at}')`],
    ['at run time by default', (at: string) => `export default import('${at}')`],
    ['in a function', (at: string) => `export const load = () => import('${at}')`],
    ['to hand it on', (at: string) => `export { stripe } from '${at}'`],
    ['to hand on everything', (at: string) => `export * from '${at}'`],
    [
      'for a function',
      (at: string) => `import { stripe } from '${at}'\nexport const pay = () => stripe.charge()`,
    ],
    [
      'as a namespace',
      (at: string) => `import * as all from '${at}'\nexport const pay = () => all.stripe.charge()`,
    ],
  ] as const

  it.each(ways)('is found if it imports it %s', async (_, imports) => {
    const direct = { [pluginFile]: authModule(imports('../stripe')), 'src/stripe.ts': stripe }
    const behind = {
      [pluginFile]: readsConfig,
      [configFile]: `${imports('./stripe')}\n${config}`,
      'src/stripe.ts': stripe,
    }
    for (const files of [direct, behind]) {
      const ended = (await build(files)).end('src/stripe.ts', `new Stripe('${key}')`)
      await expect(ended).rejects.toThrow(/a\.js publishes .*src\/stripe\.ts/)
    }
  })

  it('is found in a constant that only an import at run time reads', async () => {
    for (const read of [`import('../keys')`, `pay((await import('../keys')).key)`]) {
      const files = {
        [pluginFile]: authModule(`export const stripe = ${read}`),
        'src/keys.ts': `export const key = '${key}'`,
      }
      const ended = (await build(files)).end('src/keys.ts', `const key = '${key}'`, ['key'])
      await expect(ended).rejects.toThrow('a.js publishes `key` of src/keys.ts')
    }
  })

  it.each([
    ['a statement', `import { mail } from 'mail'\nmail.start('${key}')\nexport const stripe = 1`],
    ['a declaration', `const key = '${key}'\nexport const stripe = new Stripe(key)`],
    ['the name of a secret', `export const stripe = f({ apiKey: '${key.slice(0, 7)}-plain' })`],
    ['a URL with a password', `export const stripe = f('redis://:canary@cache')`],
    ['a header', `export const stripe = f('Bearer ${key}')`],
  ])('is found by what runs there: %s', async (_, module) => {
    const files = {
      [pluginFile]: authModule(`export { stripe } from '../stripe'`),
      'src/stripe.ts': module,
    }
    const ended = (await build(files)).end('src/stripe.ts', module.replaceAll('export ', ''))
    await expect(ended).rejects.toThrow('what src/stripe.ts does when it is loaded')
    const allowed = await build(files, { publicValues: ['src/stripe.ts#import'] })
    await expect(allowed.end('src/stripe.ts', module)).resolves.toBeUndefined()
  })

  it('is found behind a barrel, and in the module that a call there reads', async () => {
    const files = {
      [pluginFile]: authModule(`export { stripe } from '../lib'`),
      'src/lib.ts': `export { stripe } from './stripe'\nexport * from './ui'`,
      'src/stripe.ts': `import { key } from './keys'\nexport const stripe = new Stripe(key)`,
      'src/keys.ts': `export { key } from './all-keys'`,
      'src/all-keys.ts': `export const key = '${key}'`,
      'src/ui.ts': `export const ui = f('${key}-of-the-ui')`,
    }
    const ended = (await build(files)).end('src/all-keys.ts', `const key = '${key}'`)
    await expect(ended).rejects.toThrow(
      'publishes `key` of src/all-keys.ts, with a text that begins with `sk_l` and may be a key by its letters',
    )
    const other = (await build(files)).end('src/ui.ts', `f('${key}-of-the-ui')`)
    await expect(other).resolves.toBeUndefined()
  })

  it.each([
    ['a class of CSS', `f('text-blue-500')`],
    ['the name of a column', `table({ line: text('address_line_1b') })`],
    ['a drawing', `icon('M10 20v6h4v6h5v8h3L12 3 2')`],
    ['a picture', `icon('data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAE')`],
    [
      'a picture of a style',
      `style({ image: 'url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUg)' })`,
    ],
    ['an id', `find('3fa85f64-5717-4562-b3fc-2c963f66afa6')`],
    ['a digest', `load({ integrity: 'sha384-oqVuAfXRKap7fdgcCY5uykM6R9GqQ8KuxyzWbA7vd8' })`],
    ['a public key of Stripe', `pay('pk_live_51HabcDEF0123456789')`],
    ['a public key of PostHog', `track('phc_0123456789abcdefABCDEF')`],
    ['a DSN of Sentry', `init({ dsn: 'https://0123456789abcdef0123@o1.ingest.sentry.io/42' })`],
    ['a map', `load('https://maps.googleapis.com/maps/api/js?key=AIzaSyA0123456789abcdef')`],
    ['the host of a service', `connect('https://abcdefghij0123456789.supabase.co')`],
    ['the name of a flag', `flags(['checkoutV2Redesign'])`],
    ['the id of a text', `t('form.address1Placeholder')`],
    ['labels', `texts({ password: 'Passwort:', forgotPassword: 'Vergessen?' })`],
    ['a key for finding something', `columns([{ key: 'address1' }, { key: 'my-app-theme' }])`],
    ['a value of a design', `token('colors.brand.500')`],
    ['SQL', `sql('on conflict do update set token=excluded.token')`],
    ['a component', `component$(() => f('${key}'))`],
    ['a function', `() => f('${key}')`],
  ])('is not %s, which may be for the browser', async (_, value) => {
    const module = `import { component$ } from '@builder.io/qwik'\nexport const shown = ${value}`
    const imports = (at: string): string =>
      `import { shown } from '${at}'\nexport const show = () => shown`
    const direct = { [pluginFile]: authModule(imports('../shown')), 'src/shown.ts': module }
    const behind = {
      [pluginFile]: readsConfig,
      [configFile]: `${imports('./shown')}\n${config}`,
      'src/shown.ts': module,
    }
    for (const files of [direct, behind]) {
      const ended = (await build(files)).end('src/shown.ts', `const shown = ${value}`, ['shown'])
      await expect(ended).resolves.toBeUndefined()
    }
  })
})

describe('a call beside the config', () => {
  it.each([
    ['bytes', 'new Cipher(new Uint8Array([99, 97, 110, 97, 114, 121, 49, 50]))'],
    ['a BigInt', 'new Cipher(12345678n)'],
    ['bytes of a constant', 'new Cipher(bytes)'],
  ])('is refused if its key is made of numbers: %s', async (_, call) => {
    const before = `const bytes = [99, 97, 110, 97, 114, 121, 49, 50]\nexport const cipher = ${call}`
    const refused = build({ [pluginFile]: authModule(before) })
    await expect(refused).rejects.toThrow('The call that makes `cipher` has')
    const publicValues = ['cipher']
    await expect(
      build({ [pluginFile]: authModule(before) }, { publicValues }),
    ).resolves.toBeDefined()
  })

  it.each([
    ['seven numbers', 'scale([1, 2, 3, 4, 5, 6, 7])'],
    ['numbers in a function', 'scale(sum)'],
    [
      'the limits of fields',
      `z.object({ ${'abcd'
        .split('')
        .map((name) => `${name}: z.string().min(2).max(9)`)
        .join(', ')} })`,
    ],
    ['numbers in a component', 'component$(() => [1, 2, 3, 4, 5, 6, 7, 8])'],
  ])('may have %s', async (_, call) => {
    const before = `import { component$ } from '@builder.io/qwik'
      const sum = () => 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8\nexport const shown = ${call}`
    await expect(build({ [pluginFile]: authModule(before) })).resolves.toBeDefined()
  })
})

describe('an export beside the config', () => {
  const qwik = `import { createContextId } from '@builder.io/qwik'`

  it.each([
    ['a context', `${qwik}\nexport const shown = createContextId('auth-user-context-2')`],
    ['a date format', `export const shown = z.string().date('YYYY-MM-DD')`],
    ['the id of a message', `export const shown = z.string().min(12, 'errors.password_min_12')`],
    ['the id of another', `export const shown = z.string().email('errors.email_invalid')`],
    ['a channel', `export const shown = debug('app:auth:plugin')`],
    ['a pattern', `export const shown = new RegExp('^/admin(/|$)')`],
    ['headers', `export const shown = new Headers({ 'content-type': 'text/html;charset=utf-8' })`],
    ['a media type', `export const shown = send('text/html;charset=utf-8')`],
    ['a frozen list', `export const shown = Object.freeze(['read-only-user'])`],
    ['a set of constants', `const role = 'read-only-user'\nexport const shown = new Set([role])`],
  ])('may be %s', async (_, before) => {
    await expect(build({ [pluginFile]: authModule(before) })).resolves.toBeDefined()
  })

  it.each([
    ['a context of another package', `export const shown = createContextId('auth-user-context')`],
    ['a key in a set', `export const shown = new Set(['canary-1'])`],
    [
      'a key of letters in an object',
      `export const shown = Object.freeze({ pass: 'a-plain-key' })`,
    ],
    [
      'a password that looks like an id',
      `export const shown = new Pool({ password: 'prod_db_pass_42' })`,
    ],
    ['a password with dots', `export const shown = new Pool({ password: 'canary.regen_wald' })`],
    ['a password with colons', `export const shown = new Pool({ pass: 'canary:regen:wald' })`],
    ['a set that a function makes', `export const shown = new Set(load('a-plain-key'))`],
    [
      'a set that a client gets',
      `import { f } from 'f'\nexport const shown = new Set([f, 'a-plain-key'])`,
    ],
    ['a set that is assigned', `export const shown = (globalThis.a = new Set(['a-plain-key']))`],
    ['a method of another object', `export const shown = app.Object('a-plain-key')`],
  ])('may not be %s', async (_, before) => {
    const refused = build({ [pluginFile]: authModule(before) })
    await expect(refused).rejects.toThrow('The call that makes `shown` has a text')
  })
})

describe('a text with spaces', () => {
  const connections = [
    'Server=db.example.com;Database=app;User Id=app;Password=canary2024!;Encrypt=true',
    'Driver={ODBC Driver 18 for SQL Server};Server=db;Uid=app;Pwd={canary2024!};',
    'Server=db;User Id=app;Password=@canary2024',
    'host = db user = app password = canary2024',
    'postgres://app:canary2024@db/app?options=-c search_path=app',
    'host=db user=app password=canary2024',
    'host=db user=app password=canary',
    'Endpoint=sb: SharedAccessKey=canary',
    '{ "user": "app", "password": "canary" }',
    '{"client_secret" : "canary regen"}',
  ]

  it.each(connections)('is a key if it gives a value to a secret: %s', async (text) => {
    const call = `export const pool = new Pool(${JSON.stringify(text)})`
    await expect(build({ [pluginFile]: authModule(call) })).rejects.toThrow('makes `pool`')
    const files = { [pluginFile]: readsConfig, [configFile]: `${call}\n${config}` }
    const ended = (await build(files)).end(configFile, `new Pool(${JSON.stringify(text)})`)
    await expect(ended).rejects.toThrow('the call that makes `pool`')
    const imported = {
      [pluginFile]: authModule(`export { pool } from '../pool'`),
      'src/pool.ts': call,
    }
    const loaded = (await build(imported)).end('src/pool.ts', `new Pool(${JSON.stringify(text)})`)
    await expect(loaded).rejects.toThrow('what src/pool.ts does when it is loaded')
  })

  it.each([
    'select * from sessions where token=$1',
    'select * from users where token = other',
    'update users set password=? where id=?',
    'select * from tokens where key=:key',
    'Enter a key, such as key=abc',
    '{ "password": "" }',
    'The password is wrong',
    'password= or token=',
    'Wrong key={key}',
  ])('is not a key if it only has the words: %s', async (text) => {
    const call = `export const query = prepare(${JSON.stringify(text)})`
    await expect(build({ [pluginFile]: authModule(call) })).resolves.toBeDefined()
  })
})

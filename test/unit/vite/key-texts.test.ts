import { describe, expect, it } from 'vitest'
import { authModule, createClientBuilds, pluginFile } from './client-build.js'

const build = createClientBuilds()
const configFile = 'src/auth-config.ts'
const loadedFile = 'src/shown.ts'
const config = `export const siteName = 'A shop'\nexport const authConfig = { providers: [] }`
const uuid = '3fa85f64-5717-4562-b3fc-2c963f66afa6'

type Place = (call: string) => Promise<void>

/** Where a call may be that the browser gets together with the config. */
const places = {
  'in the file that calls the initializer': async (call) => {
    await build({ [pluginFile]: authModule(`export const shown = ${call}`) })
  },
  'in a file that exports the config': async (call) => {
    const ended = await build({
      [pluginFile]: authModule(`import { authConfig } from '../auth-config'`, 'authConfig'),
      [configFile]: `export const shown = ${call}\n${config}`,
    })
    await ended.end(configFile, `const siteName = 'A shop'\n${call}`, ['siteName'])
  },
  'in a file that is only loaded along': async (call) => {
    const ended = await build({
      [pluginFile]: authModule(`export { shown } from '../shown'`),
      [loadedFile]: `export const shown = ${call}`,
    })
    await ended.end(loadedFile, call)
  },
} satisfies Readonly<Record<string, Place>>

const [own, ofConfig, loaded] = Object.values(places) as [Place, Place, Place]

describe.each(Object.entries(places))('a call %s', (_, tryCall) => {
  it.each([
    [`new GoogleGenAI({ apiKey: 'AIzaSyA0123456789abcdefGHIJKLM' })`],
    [`new GoogleGenAI('AIzaSyA0123456789abcdefGHIJKLM')`],
    [`new Session('pk_0123456789abcdef0123456789abcdef01')`],
    [`new Client({ privateKey: 'pk_live_0123456789abcdef' })`],
    [`new Client({ clientSecret: 'sb_publishable_canary0123' })`],
    [`new Client({ apiToken: '${uuid}' })`],
    [`clone('https://ghp_0123456789abcdefABCDEF0123@github.com/a/b')`],
    [`clone('https://0123456789abcdef0123456789abcdef01234567@github.com/a/b')`],
    [`new Client({ projectId: 'canary0123456789abcdef' })`],
    [`new Client({ token: 'https://0123456789abcdef@example.com/42' })`],
    [`new Client({ secretKey: 'AIzaSyA0123456789', projectId: 'shop' })`],
    [`new Client({ apiKey: 'AIzaSyA0123456789abcdef', project: 'shop' })`],
    [`new Client({ apiKey: 'canary-0123', projectId: 'shop' })`],
    [`new Client({ apiKey: 'AIzaSyA0123456789', projectId: 'shop', password: 'canary-2024!' })`],
    [`new Cipher({ key: 'correct-horse-battery-2024' })`],
    [`createClient({ token: 'my-prod-token-2024' })`],
    [`new Pool({ password: 'Winterregen!' })`],
    [`new Pool({ password: 'app_password_1' })`],
    [`new Pool({ smtpPass: 'prod_db_pass_42' })`],
    [`new Resend('kqzvbtwmxfjrhdns42')`],
    [`new Pool('jdbc:postgresql://app:canary-regen@db/app')`],
  ])('has a key: %s', async (call) => {
    await expect(tryCall(call)).rejects.toThrow(/key/)
  })

  it.each([
    'host = db user = app password = prod_db_pass_42',
    'host = db user = app password = SuperSecret24',
    'host = db user = app password = "canary regen"',
    'Driver={ODBC Driver 18};Server=db;Uid=app;Pwd={SecretPass24};',
    'Server=db;User Id=app;Password=@Password24',
    'Address = db; Login = app; Password = canary24',
    'password = canary24 hostaddr = 10.0.0.1',
    'Network Address = db; Initial Catalog = app; Password = canary24',
    'Server = db; Pwd = %sommer2024',
    'host=db user=app passphrase=canary',
    'AccountName=a;AccountKey={canary24};',
    'server=db;accountkey=canary',
    'server=db;encryptionKey=canary',
    'server=db;pwd=canary',
    'https://api.example.com/?apikey=canary24',
    `update users set password = 'canary' where id = 1`,
  ])('has a text that gives a value to a secret: %s', async (text) => {
    await expect(tryCall(`new Pool(${JSON.stringify(text)})`)).rejects.toThrow(/key/)
  })

  it.each([
    `pay('pk_live_51HabcDEF0123456789')`,
    `clerk({ publishableKey: 'pk_test_Y2xlcmsuYWJjLmRldiQ' })`,
    `track('phc_0123456789abcdefABCDEF')`,
    `createClient('sb_publishable_0123456789abcdef')`,
    `load({ integrity: 'sha384-oqVuAfXRKap7fdgcCY5uykM6R9GqQ8KuxyzWbA7vd8' })`,
    `icon('data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAE')`,
    `init({ dsn: 'https://0123456789abcdef0123@o1.ingest.sentry.io/42' })`,
    `load('https://maps.googleapis.com/maps/api/js?libraries=places&key=AIzaSyA0123456789abcdef')`,
    `captcha({ siteKey: '0x4AAAAAAABkMYinukE8nzYS' })`,
    `push({ applicationServerKey: 'BEl62iUYgUivxIkv69yViEuiBIa40HI0DLLuxa3sUAeOG' })`,
    `initializeApp({ apiKey: 'AIzaSyA0123456789abcdef', authDomain: 'shop1.firebaseapp.com', projectId: 'shop1', storageBucket: 'shop1.appspot.com', messagingSenderId: '123456789012', appId: '1:123456789012:web:0123456789abcdef012345', measurementId: 'G-ABCDEF1234' })`,
  ])('may have what is public: %s', async (call) => {
    await expect(tryCall(call)).resolves.toBeUndefined()
  })

  it.each([
    `errors({ invalidToken: 'AUTH_INVALID_TOKEN', expiredToken: 'ERR_TOKEN_01' })`,
    `errors({ wrongPassword: 'err_wrong_password_1' })`,
    `errors({ wrongPassword: 'auth:errors:password' })`,
    `texts({ password: 'auth.password_label' })`,
    `select({ passwordHash: 'users.password_hash' })`,
    `table({ tokenIdx: 'sessions_token_idx_1' })`,
    `sql('(select * from s where user = u.id and token = t.value)')`,
    `sql('from sessions s join tokens t on s.user = t.user and s.token = t.token')`,
    `sql('select 1 from x where user = $1 and token = $2 limit 10')`,
    `t('Could not log in user = {name}, token = {value}')`,
    `t('Write user = a and token = :name or key = <value> or password = ****')`,
  ])('may have words: %s', async (call) => {
    await expect(tryCall(call)).resolves.toBeUndefined()
  })
})

describe('a text that is one word more than a word', () => {
  it.each([
    `find('[data-key=main]')`,
    `write('<a data-key="main" class="link">')`,
    `link('/reset?token=example')`,
    `link('/list?sort=asc&key=name')`,
    `link('/search?monkey=true1')`,
    `load('site=a key=pk_live_51Habc')`,
    `t('name=a key=abc')`,
    `sql('update sessions set user = users.id, token = excluded.token')`,
    `sql('insert into tokens (user, token) values (user = u1, token = t1)')`,
    `t('Write a=?, token=%s')`,
    `find('${uuid}')`,
  ])('is no key in a file that is only loaded along: %s', async (call) => {
    await expect(loaded(call)).resolves.toBeUndefined()
  })

  it('may be a key if it is an id beside the config', async () => {
    await expect(own(`new ServerClient('${uuid}')`)).rejects.toThrow('makes `shown`')
    await expect(ofConfig(`new ServerClient('${uuid}')`)).rejects.toThrow('makes `shown`')
  })
})

describe('numbers that may be a key', () => {
  it.each([
    'Uint8Array.of(99, 97, 110, 97, 114, 121, 49, 50)',
    'new Bytes(99, 97, 110, 97, 114, 121, 49, 50)',
    'String.fromCharCode(99, 97, 110, 97, 114, 121, 49, 50)',
    'Object.values({ 0: 99, 1: 97, 2: 110, 3: 97, 4: 114, 5: 121, 6: 49, 7: 50 })',
    `Object.values({ '0': 99, '1': 97, '2': 110, '3': 97, '4': 114, '5': 121, '6': 49, '7': 50 })`,
    'new Int8Array([-99, -97, -110, -97, -114, -121, -49, -50])',
    'join([99, 97, 110, 97], [114, 121, 49, 50])',
    'join({ a: [99, 97, 110, 97], b: [114, 121, 49, 50] })',
  ])('are refused: %s', async (numbers) => {
    await expect(own(`new Cipher(${numbers})`)).rejects.toThrow('eight numbers or more')
  })

  it.each([
    'move({ x: 1, y: 2, width: 3, height: 4, top: 5, left: 6, right: 7, bottom: 8 })',
    'path(1, 2, 3).to(4, 5, 6).to(7, 8, 9)',
    'new Date(2026, 0, 1, 0, 0, 0, 0)',
  ])('are not those of other values: %s', async (call) => {
    await expect(own(call)).resolves.toBeUndefined()
  })
})

describe('a password that looks like the id of a message', () => {
  const settings = JSON.stringify({ smtp: { password: 'prod_db_pass_42', note: 'mail_line_1' } })
  const rendered = `var settings = ${settings}`

  it('is found in a JSON file that a call beside the config reads', async () => {
    const pool = `import s from '../settings.json'\nexport const pool = new Pool(s.smtp)`
    const ended = await build({
      [pluginFile]: authModule(pool),
      'src/settings.json': settings,
    })
    const found = ended.end('src/settings.json', rendered, ['default'])
    await expect(found).rejects.toThrow('publishes `default` of src/settings.json')
    const other = ended.end('src/settings.json', `var settings = ['mail_line_1']`, ['default'])
    await expect(other).resolves.toBeUndefined()
  })

  it.each([
    [`m.connect({ password: 'prod_db_pass_42' })`],
    [`m.password = 'prod_db_pass_42'`],
    [`m.connect({ password: 'canary-2024!' })`],
  ])('is found in a statement of a file that is only loaded along: %s', async (statement) => {
    const ended = await build({
      [pluginFile]: authModule(`export { shown } from '../shown'`),
      [loadedFile]: `import m from 'm'\n${statement}\nexport const shown = 1`,
    })
    await expect(ended.end(loadedFile, statement)).rejects.toThrow('src/shown.ts')
  })

  it.each([[`m.setKey('my-app-theme-2')`], [`m.on(() => f({ password: 'canary-2024!' }))`]])(
    'is not what such a statement may have for the browser: %s',
    async (statement) => {
      const ended = await build({
        [pluginFile]: authModule(`export { shown } from '../shown'`),
        [loadedFile]: `import m from 'm'\n${statement}\nexport const shown = 1`,
      })
      await expect(ended.end(loadedFile, statement)).resolves.toBeUndefined()
    },
  )
})

describe('the message about a key', () => {
  it.each([
    [`f('canary-0123')`, 'may be a key by its letters'],
    [`f({ password: 'canary.regen_wald' })`, 'may be a key by its name'],
    [`f('read-only-user')`, 'is more than words, so that it may be a key'],
  ])('tells which text it means, and why: %s', async (call, why) => {
    const start = call.includes('read') ? 'read' : 'cana'
    const message = `The call that makes \`shown\` has a text that begins with \`${start}\` and ${why}. This call would be published`
    await expect(own(call)).rejects.toThrow(message)
  })

  it('tells what decided in a file that is only loaded along', async () => {
    const letters = loaded(`f('canary0123456789abcdef')`)
    await expect(letters).rejects.toThrow('begins with `cana` and may be a key by its letters')
    const name = loaded(`f({ password: 'canary-2024!' })`)
    await expect(name).rejects.toThrow('begins with `cana` and may be a key by its name')
    await expect(name).rejects.toThrow('Keep the key on the server.')
  })
})

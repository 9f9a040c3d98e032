import { describe, expect, it } from 'vitest'
import { authModule, createClientBuilds, pluginFile, type Files } from './client-build.js'

const build = createClientBuilds()
const readsConfig = authModule(`import { authConfig } from '../auth-config'`, 'authConfig')

describe('a database schema that a module of the config imports as a whole', () => {
  const appWith = (schema: string): Files => ({
    [pluginFile]: readsConfig,
    'src/auth-config.ts': `import { db } from './db'\nexport const authConfig = { db }`,
    'src/db.ts': `import * as schema from './schema'\nexport const db = drizzle(process.env.DATABASE_URL, { schema })`,
    'src/schema.ts': schema,
  })
  const imports = `import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'`

  it('may share a list of words, although a bundler keeps the tables beside it', async () => {
    const schema = `const times = { createdAt: timestamp('created_at_time') }
      export const statuses = ['pending', 'completed']
      export const users = pgTable('users', { verified: timestamp('email_verified_at'), passwordHash: text('password_hash'), ...times })
      export const orders = pgTable('orders', { line: text('address_line_1'), status: text('status', { enum: statuses }) })`
    const build1 = await build(appWith(`${imports}\n${schema}`))
    const code = schema.replaceAll('export ', '')
    await expect(build1.end('src/schema.ts', code, ['statuses'])).resolves.toBeUndefined()
  })

  it.each([
    ['a key in a call', 'pool', `connect('sk_live_canary0123456789abcdef')`],
    ['a password of letters', 'pool', `connect({ password: 'canaryregen' })`],
    ['numbers', 'pool', 'connect([1, 2, 3, 4, 5, 6, 7, 8])'],
    ['a value of the environment', 'pool', 'connect(process.env.DATABASE_URL)'],
    ['the name of a secret', 'apiToken', `connect('canaryregen')`],
    ['the name of a secret for a text', 'apiToken', `'canaryregen'`],
  ])('may not share %s', async (_, name, value) => {
    const started = await build(appWith(`export const ${name} = ${value}`))
    const ended = started.end('src/schema.ts', `const ${name} = ${value}`, [name])
    await expect(ended).rejects.toThrow(`publishes \`${name}\` of src/schema.ts`)
  })
})

describe('a value of the config that every visitor may see', () => {
  const appWith = (schema: string): Files => ({
    [pluginFile]: readsConfig,
    'src/auth-config.ts': `import { env } from './env'\nexport const authConfig = { secret: env.AUTH_SECRET }`,
    'src/env.ts': `import { z } from 'zod'\nconst schema = ${schema}\nexport const env = schema.parse(import.meta.env)`,
  })
  const checked = 'z.object({ AUTH_SECRET: z.string().min(32), PUBLIC_SITE_URL: z.string().url() })'

  it.each(['env', 'src/env.ts#env'])('covers what only helps to make it: %s', async (name) => {
    const code = `const schema = ${checked}\nconst env = schema.parse({})`
    const allowed = await build(appWith(checked), { publicValues: [name] })
    await expect(allowed.end('src/env.ts', code, ['env'])).resolves.toBeUndefined()
    const refused = await build(appWith(checked), { publicValues: ['other'] })
    await expect(refused.end('src/env.ts', code, ['env'])).rejects.toThrow('publishes `env`')
  })

  it.each([
    `z.object({ AUTH_SECRET: z.string().default('canary-1') })`,
    `z.object({ AUTH_SECRET: 'canaryregen' })`,
  ])('does not cover a key that helps to make it: %s', async (schema) => {
    const started = await build(appWith(schema), { publicValues: ['env'] })
    const ended = started.end('src/env.ts', `const schema = ${schema}`)
    await expect(ended).rejects.toThrow('publishes `schema`')
  })
})

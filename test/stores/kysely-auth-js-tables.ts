import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from './kysely-databases.js'

export const expires = new Date('2031-02-03T04:05:06.789Z')

/** Names of the tables of @auth/pg-adapter, and of those that it does not have. */
export const pgTables = {
  User: 'users',
  Account: 'accounts',
  Session: 'sessions',
  VerificationToken: 'verification_token',
  Authenticator: 'authenticators',
  UserPassword: 'user_passwords',
  UserFactor: 'user_factors',
  AuditRecord: 'audit_records',
  Attempt: 'attempts',
}

export const person = {
  id: 'f2d0fd1c-5c9c-4b2e-8a57-3c3e76e4a1d7',
  name: 'Ann',
  email: 'ann@example.org',
  image: null,
  emailVerified: null,
}
export const account = {
  type: 'oauth',
  provider: 'github',
  providerAccountId: '1',
  access_token: 'access',
  expires_at: 4_102_444_800,
} as const
export const authentication = {
  authenticatedAt: new Date('2026-01-02T03:04:05.006Z'),
  amr: 'pwd otp mfa',
}
export const details = {
  sessionToken: 'detailed',
  expires,
  createdAt: new Date('2026-01-02T03:04:05.006Z'),
  userAgent: 'Browser',
  provider: 'github',
  providerSessionId: 'sid',
  ...authentication,
}
export const factor = {
  id: 'factor-1',
  type: 'totp',
  name: 'Phone',
  secret: 'sealed',
  lastStep: 3,
  createdAt: new Date('2026-01-02T03:04:05.006Z'),
  lastUsedAt: null,
  expires: null,
} as const
export const passkey = {
  credentialID: 'AA==',
  providerAccountId: 'AA==',
  credentialPublicKey: 'AA==',
  counter: 0,
  credentialDeviceType: 'singleDevice',
  credentialBackedUp: true,
}
export const passkeyDetails = {
  name: 'Phone',
  createdAt: new Date('2026-01-02T03:04:05.006Z'),
  lastUsedAt: new Date('2026-02-03T04:05:06.007Z'),
  userHandle: 'b-_',
}

/** The schema of @auth/pg-adapter; older ones had no constraints. */
export async function makePgTables(db: Kysely<Tables>, { constraints = true } = {}): Promise<void> {
  const unique = constraints ? 'unique' : ''
  const reference = constraints ? 'references users on delete cascade' : ''
  await run(
    db,
    `create table users (id serial primary key, name varchar(255), email varchar(255) ${unique},
     "emailVerified" timestamptz, image text)`,
  )
  await run(
    db,
    `create table accounts (id serial primary key, "userId" integer not null ${reference},
     type varchar(255) not null, provider varchar(255) not null,
     "providerAccountId" varchar(255) not null, refresh_token text, access_token text,
     expires_at bigint, id_token text, scope text, session_state text, token_type text
     ${constraints ? ', unique (provider, "providerAccountId")' : ''})`,
  )
  await run(
    db,
    `create table sessions (id serial primary key, "userId" integer not null ${reference},
     expires timestamptz not null, "sessionToken" varchar(255) ${unique} not null)`,
  )
  await run(
    db,
    `create table verification_token (identifier text not null, expires timestamptz not null,
     token text not null, primary key (identifier, token))`,
  )
}

/** The tables that the guide of @auth/kysely-adapter has its readers create, on each engine. */
export async function makeKyselyTables(
  db: Kysely<Tables>,
  dialect: 'postgres' | 'mariadb' | 'sqlite',
): Promise<void> {
  const { id, key, text, date, now } = {
    postgres: {
      id: 'uuid primary key default gen_random_uuid()',
      key: 'uuid',
      text: 'text',
      date: 'timestamptz',
      now: 'now()',
    },
    mariadb: {
      id: 'varchar(36) primary key default (uuid())',
      key: 'varchar(36)',
      text: 'varchar(255)',
      date: 'datetime(3)',
      now: 'now(3)',
    },
    sqlite: {
      id: 'text primary key',
      key: 'text',
      text: 'text',
      date: 'timestamptz',
      now: 'current_timestamp',
    },
  }[dialect]
  const reference = `${key} not null references "User" (id) on delete cascade`
  const statements = [
    `create table "User" (id ${id}, name ${text}, email ${text} unique not null,
     "emailVerified" ${date} default ${now}, image ${text})`,
    `create table "Account" (id ${id}, "userId" ${reference}, type ${text} not null,
     provider ${text} not null, "providerAccountId" ${text} not null, refresh_token ${text},
     access_token ${text}, expires_at bigint, token_type ${text}, scope ${text}, id_token ${text},
     session_state ${text})`,
    `create table "Session" (id ${id}, "userId" ${reference},
     "sessionToken" ${text} not null unique, expires ${date} not null)`,
    `create table "VerificationToken" (identifier ${text} not null, token ${text} not null unique,
     expires ${date} not null)`,
    'create index "Account_userId_index" on "Account" ("userId")',
  ]
  for (const statement of statements)
    await run(db, dialect === 'mariadb' ? statement.replaceAll('"', '`') : statement)
}

export async function run(db: Kysely<Tables>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}

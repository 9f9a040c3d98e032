import type { Kysely } from 'kysely'
import { run } from './kysely-auth-js-tables.js'
import type { Tables } from './kysely-databases.js'

/** The tables as `migrate` made them before attempts were counted and authenticators had names. */
export async function makeOlderTables(
  db: Kysely<Tables>,
  dialect: 'postgres' | 'mariadb' | 'sqlite',
): Promise<void> {
  const { key, text, date, integer, boolean, credential, suffix } = {
    postgres: {
      key: (_length: number) => 'text',
      text: 'text',
      date: 'timestamptz',
      integer: 'bigint',
      boolean: 'boolean',
      credential: 'text',
      suffix: '',
    },
    mariadb: {
      key: (length: number) => `varchar(${length})`,
      text: 'text',
      date: 'datetime(3)',
      integer: 'bigint',
      boolean: 'boolean',
      credential: 'varchar(1400) character set ascii collate ascii_nopad_bin',
      suffix: 'engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin',
    },
    sqlite: {
      key: (_length: number) => 'text',
      text: 'text',
      date: 'text',
      integer: 'integer',
      boolean: 'integer',
      credential: 'text',
      suffix: '',
    },
  }[dialect]
  const user = `"userId" ${key(255)} not null references "User" ("id") on delete cascade`
  const statements = [
    `create table "User" ("id" ${key(255)} not null primary key, "name" ${text},
     "email" ${key(512)} unique, "emailVerified" ${date}, "image" ${text}) ${suffix}`,
    `create table "Account" (${user}, "type" ${text} not null, "provider" ${key(191)} not null,
     "providerAccountId" ${key(576)} not null, "refresh_token" ${text}, "access_token" ${text},
     "expires_at" ${integer}, "token_type" ${text}, "scope" ${text}, "id_token" ${text},
     "session_state" ${text}, primary key ("provider", "providerAccountId")) ${suffix}`,
    `create table "Session" ("sessionToken" ${key(768)} not null primary key, ${user},
     "expires" ${date} not null, "createdAt" ${date}, "userAgent" ${text}, "provider" ${key(191)},
     "providerSessionId" ${key(576)}) ${suffix}`,
    `create table "VerificationToken" ("identifier" ${key(512)} not null,
     "token" ${key(255)} not null, "expires" ${date} not null,
     primary key ("identifier", "token")) ${suffix}`,
    `create table "Authenticator" ("credentialID" ${credential} not null primary key, ${user},
     "providerAccountId" ${text} not null, "credentialPublicKey" ${text} not null,
     "counter" ${integer} not null, "credentialDeviceType" ${text} not null,
     "credentialBackedUp" ${boolean} not null, "transports" ${text}) ${suffix}`,
    'create index "Account_userId_idx" on "Account" ("userId")',
    'create index "Session_userId_idx" on "Session" ("userId")',
    'create index "Session_expires_idx" on "Session" ("expires")',
    'create index "Session_provider_idx" on "Session" ("provider", "providerSessionId")',
    'create index "VerificationToken_expires_idx" on "VerificationToken" ("expires")',
    'create index "Authenticator_userId_idx" on "Authenticator" ("userId")',
  ]
  for (const statement of statements)
    await run(db, dialect === 'mariadb' ? statement.replaceAll('"', '`') : statement)
}

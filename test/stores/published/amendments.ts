import { lenientText, noKeys } from './known-differences.js'
import { runOnMariadb, runOnPostgres, type StoreName } from './stores.js'

/** What an application can do to published tables. */
export interface Amendment {
  readonly store: StoreName
  readonly apply: (url: string) => Promise<void>
  /** The reason for differences that are none any more. */
  readonly cures: string
}

const exact = 'character set utf8mb4 collate utf8mb4_nopad_bin'

export const amendments: Readonly<Record<string, Amendment>> = {
  'unique keys': {
    store: '@auth/pg-adapter on PostgreSQL',
    cures: noKeys,
    apply: (url) =>
      runOnPostgres(url, [
        'create unique index on users (email)',
        'create unique index on accounts (provider, "providerAccountId")',
        'create unique index on sessions ("sessionToken")',
      ]),
  },
  'a unique key of accounts': {
    store: '@auth/kysely-adapter on PostgreSQL',
    cures: noKeys,
    apply: (url) =>
      runOnPostgres(url, ['create unique index on "Account" (provider, "providerAccountId")']),
  },
  'a binary collation': {
    store: '@auth/drizzle-adapter on MariaDB',
    cures: lenientText,
    apply: (url) =>
      runOnMariadb(url, [
        `alter table \`user\` modify email varchar(255) ${exact}`,
        `alter table account modify provider varchar(255) ${exact} not null,
         modify providerAccountId varchar(255) ${exact} not null`,
        `alter table session modify sessionToken varchar(255) ${exact} not null`,
        `alter table verificationToken modify identifier varchar(255) ${exact} not null,
         modify token varchar(255) ${exact} not null`,
        `alter table authenticator modify credentialID varchar(255) ${exact} not null`,
      ]),
  },
}

import type { Database } from './database.js'
import { kyselyPackage } from './kysely-package.js'
import { renderSqlAdapter } from './sql-adapter.js'

/**
 * A SQLite file, through libSQL. Its driver has the interface that Kysely's own SQLite dialect
 * expects, runs on Node 20, and installs a prebuilt binary without a compiler or install script.
 */
export const sqlite: Database = {
  id: 'sqlite',
  variable: 'DATABASE_URL',
  packages: [kyselyPackage, 'libsql'],
  devPackages: [],
  environment: {
    comment: 'The SQLite file. Default: file:.data/auth.sqlite',
    variables: [{ name: 'DATABASE_URL', value: '' }],
  },
  files: ['.data/'],
  adapter: renderSqlAdapter({
    imports: [
      'import { closeSync, mkdirSync, openSync } from "node:fs";',
      'import { dirname } from "node:path";',
      'import { Kysely, SqliteDialect } from "kysely";',
      'import { kyselyAdapter, migrate } from "latchkey/adapters/kysely";',
      'import type { KyselyAdapter } from "latchkey/adapters/kysely";',
      'import Database from "libsql";',
    ],
    connect: `  const path = url.replace(/^file:/, "");
  // The file has sessions and addresses in it, so other users of the machine
  // must not read it.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
  // Other processes may lock the file, so the driver waits up to ten seconds.
  const database = new Database(path, { timeout: 10_000 });
  const dialect = new SqliteDialect({ database });`,
    defaultUrl: 'file:.data/auth.sqlite',
  }),
  advice:
    'Users and sessions are in .data/auth.sqlite. Set DATABASE_URL=file:/another/path to move the file.',
}

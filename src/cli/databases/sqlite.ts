import type { Database } from './database.js'
import { kyselyPackage } from './kysely-package.js'
import { renderSqlAdapter } from './sql-adapter.js'
import { defaultSqliteUrl, inMemory, sqliteAddress, sqliteUrl } from './sqlite-path.js'

/**
 * A SQLite file, through libSQL. Its driver has the interface that Kysely's own SQLite dialect
 * expects, runs on Node 20, and installs a prebuilt binary without a compiler or install script.
 */
export const sqlite: Database = {
  id: 'sqlite',
  variable: 'DATABASE_URL',
  address: sqliteAddress,
  packages: [kyselyPackage, 'libsql'],
  devPackages: [],
  environment: {
    comment: `The SQLite file. Default: ${defaultSqliteUrl}`,
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
    connect: `  const path = pathOf(url || "${defaultSqliteUrl}");
  if (path !== "${inMemory}") {
    // The file has sessions and addresses in it, so other users of the machine
    // must not read it.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
  }
  // Other processes may lock the file, so the driver waits up to ten seconds.
  const database = new Database(path, { timeout: 10_000 });
  const dialect = new SqliteDialect({ database });`,
    helper: `// \`npx latchkey migrate\` reads DATABASE_URL in the same way.
function pathOf(url: string): string {
  if (url === "${inMemory}") return url;
  const path = ${String(sqliteUrl)}.exec(url)?.[1];
  if (path === undefined) {
    throw new Error(
      "DATABASE_URL must start with file:, such as ${defaultSqliteUrl}",
    );
  }
  return path;
}`,
    hasDefault: true,
  }),
  advice:
    'Users and sessions are in .data/auth.sqlite. The app creates the file and its tables at the first request, or npx latchkey migrate does it now. Set DATABASE_URL=file:/another/path to move the file.',
}

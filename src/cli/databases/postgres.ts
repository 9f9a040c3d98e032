import type { Database } from './database.js'
import { kyselyPackage } from './kysely-package.js'
import { renderSqlAdapter } from './sql-adapter.js'

const example = 'postgres://user:password@localhost:5432/app'

/** PostgreSQL, through `pg`. */
export const postgres: Database = {
  id: 'postgres',
  variable: 'DATABASE_URL',
  address: /^postgres(?:ql)?:/i,
  packages: [kyselyPackage, 'pg'],
  devPackages: ['@types/pg'],
  environment: {
    comment: `PostgreSQL, such as ${example}`,
    variables: [{ name: 'DATABASE_URL', value: '' }],
  },
  files: [],
  adapter: renderSqlAdapter({
    imports: [
      'import { Kysely, PostgresDialect } from "kysely";',
      'import { kyselyAdapter, migrate } from "latchkey/adapters/kysely";',
      'import type { KyselyAdapter } from "latchkey/adapters/kysely";',
      'import { Pool } from "pg";',
    ],
    connect: `  const pool = new Pool({ connectionString: url });
  // Without a listener, a broken connection would end the process.
  pool.on("error", (error) => console.error(error));
  pool.on("connect", (client) => {
    client.on("error", (error) => console.error(error));
  });
  const dialect = new PostgresDialect({ pool });`,
  }),
  advice: `Set DATABASE_URL, such as ${example}. The app creates its tables at the first request.`,
}

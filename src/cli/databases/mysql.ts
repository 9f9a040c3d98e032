import type { Database } from './database.js'
import { kyselyPackage } from './kysely-package.js'
import { renderSqlAdapter } from './sql-adapter.js'

const example = 'mysql://user:password@localhost:3306/app'

/** MySQL or MariaDB, through `mysql2`. */
export const mysql: Database = {
  id: 'mysql',
  variable: 'DATABASE_URL',
  address: /^(?:mysql|mariadb):/i,
  packages: [kyselyPackage, 'mysql2'],
  devPackages: [],
  environment: {
    comment: `MySQL or MariaDB, such as ${example}`,
    variables: [{ name: 'DATABASE_URL', value: '' }],
  },
  files: [],
  adapter: renderSqlAdapter({
    imports: [
      'import { Kysely, MysqlDialect } from "kysely";',
      'import { kyselyAdapter, migrate } from "latchkey/adapters/kysely";',
      'import type { KyselyAdapter } from "latchkey/adapters/kysely";',
      'import { createPool } from "mysql2";',
    ],
    connect: '  const dialect = new MysqlDialect({ pool: createPool(url) });',
  }),
  advice: `Set DATABASE_URL, such as ${example}. The app creates its tables at the first request.`,
}

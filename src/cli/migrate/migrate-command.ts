import type { Command } from '../command.js'

/** `npx latchkey migrate` */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Creates or upgrades the tables of the Kysely adapter. Nothing is dropped.',
  options: [
    {
      name: 'url',
      short: 'u',
      value: 'url',
      summary:
        'file:…, postgres:…, mysql:… or mariadb:…; default: DATABASE_URL of the environment or .env',
    },
    {
      name: 'tables',
      value: 'names',
      summary: 'your names of the tables, such as User=users,Account=accounts',
    },
    { name: 'dry-run', summary: 'prints the SQL, and changes nothing' },
  ],
  // No other command needs the adapter.
  run: async (...args) => (await import('./run-migrate.js')).runMigrate(...args),
}

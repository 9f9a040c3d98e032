/** The parts of an adapter file that differ between SQL databases. */
export interface SqlParts {
  readonly imports: readonly string[]
  /** Statements that define `dialect` from `url`. */
  readonly connect: string
  /** What `connect` calls. */
  readonly helper?: string
  /** Whether the app has a database without the variable. */
  readonly hasDefault?: boolean
}

const guard = `  if (!url) {
    throw new Error("DATABASE_URL is missing. See .env.example for its form.");
  }
`

/** Renders an adapter file that opens a database through Kysely and creates its tables. */
export function renderSqlAdapter({ imports, connect, helper, hasDefault }: SqlParts): string {
  return `${imports.join('\n')}

let opened: Promise<KyselyAdapter> | undefined;

// Opens the database at the first request. After a failure, the next request
// tries again.
export function openAdapter(url: string | undefined): Promise<KyselyAdapter> {
  opened ??= open(url).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open(url: string | undefined): Promise<KyselyAdapter> {
${hasDefault ? '' : guard}${connect}
  const db = new Kysely<unknown>({ dialect });
  try {
    // Creates missing tables and columns, and drops nothing. You can also run
    // \`npx latchkey migrate\` in your deployment and remove this call.
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return kyselyAdapter(db);
}
${helper === undefined ? '' : `\n${helper}\n`}`
}

const [major] = process.versions.node.split('.').map(Number)

/** Later versions of Kysely need Node 22. */
export const kyselyPackage: string = (major ?? 0) < 22 ? 'kysely@0.28' : 'kysely'

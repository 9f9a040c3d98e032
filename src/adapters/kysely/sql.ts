/** A piece of SQL: texts with a value between each two of them. */
export class Sql {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]
  /** The text for the driver, if it was rendered before. */
  readonly rendered: string | undefined

  constructor(texts: readonly string[], values: readonly unknown[], rendered?: string) {
    this.texts = texts
    this.values = values
    this.rendered = rendered
  }
}

/**
 * Builds SQL from a template. An inserted `Sql` becomes part of the text, any other value a
 * parameter.
 */
export function sql(strings: TemplateStringsArray, ...inserts: readonly unknown[]): Sql {
  const texts = [strings[0] ?? '']
  const values: unknown[] = []
  const append = (text: string): void => {
    texts.push((texts.pop() ?? '') + text)
  }
  for (const [position, insert] of inserts.entries()) {
    const piece = insert instanceof Sql ? insert : new Sql(['', ''], [insert])
    append(piece.texts[0] ?? '')
    texts.push(...piece.texts.slice(1))
    values.push(...piece.values)
    append(strings[position + 1] ?? '')
  }
  return new Sql(texts, values)
}

/** Marks a text as SQL. Never pass user input. */
export function raw(text: string): Sql {
  return new Sql([text], [])
}

/** Joins pieces with a separator. */
export function join(pieces: readonly Sql[], separator = ', '): Sql {
  return pieces.reduce((all, piece, position) =>
    position === 0 ? piece : sql`${all}${raw(separator)}${piece}`,
  )
}

/** Returns the same statement with all of its parameters replaced by one value. */
export function ofValue({ texts, values, rendered }: Sql, value: unknown): Sql {
  return new Sql(
    texts,
    values.map(() => value),
    rendered,
  )
}

/** Returns the text for the driver, with a placeholder for each value. */
export function render(statement: Sql, placeholder: (position: number) => string): string {
  const { texts, rendered } = statement
  return rendered ?? texts.reduce((all, text, position) => all + placeholder(position) + text)
}

/** A piece of SQL: texts with a value between each two of them. */
export class Sql {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
}

/** SQL as a template: a piece of SQL in it becomes part of the text, all else a parameter. */
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

/** Text that is SQL already; never anything that came from outside. */
export function raw(text: string): Sql {
  return new Sql([text], [])
}

/** Pieces with a separator between them. */
export function join(pieces: readonly Sql[], separator = ', '): Sql {
  return pieces.reduce((all, piece, position) =>
    position === 0 ? piece : sql`${all}${raw(separator)}${piece}`,
  )
}

/** The same statement, asked with another value in every place. */
export function ofValue({ texts, values }: Sql, value: unknown): Sql {
  return new Sql(
    texts,
    values.map(() => value),
  )
}

/** The text as a driver takes it, each value replaced by a placeholder. */
export function render({ texts }: Sql, placeholder: (position: number) => string): string {
  return texts.reduce((all, text, position) => all + placeholder(position) + text)
}

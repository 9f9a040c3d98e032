/** Every text of a language with its path, such as `signIn.title`. */
export function listTexts(
  texts: object,
  path = '',
): readonly (readonly [path: string, text: string])[] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null
      ? listTexts(text, `${path}${name}.`)
      : [[`${path}${name}`, String(text)] as const],
  )
}

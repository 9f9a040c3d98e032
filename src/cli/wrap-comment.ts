const widest = 80

/** Wraps a text into `//` comment lines. */
export function wrapComment(text: string, indent: string): readonly string[] {
  const start = `${indent}//`
  const lines = [start]
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? start} ${word}`
    if (longer.length > widest && lines.at(-1) !== start) lines.push(`${start} ${word}`)
    else lines[lines.length - 1] = longer
  }
  return lines
}

import type { ParsedFile } from './parsed-file.js'

/** A comment, and where it is in the text. */
export interface Comment {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A string, in which nothing is a comment, or a comment. */
const stringOrComment = /(["'])(?:\\.|(?!\1).)*\1|(?<comment>\/\/[^\r\n]*|\/\*[^]*?\*\/)/g

/** Lists the comments in a part of a file that contains no templates and no regular expressions. */
export function commentsIn({ text }: ParsedFile, start: number, end: number): readonly Comment[] {
  return [...text.slice(start, end).matchAll(stringOrComment)].flatMap(({ index, groups }) => {
    const comment = groups?.['comment']
    if (comment === undefined) return []
    return [{ text: comment, start: start + index, end: start + index + comment.length }]
  })
}

/**
 * Where to cut a text in front of a node. A comment on the line of the node before belongs to that
 * one and stays.
 */
export function startWithComments({ ts, text }: ParsedFile, fullStart: number): number {
  return ts.getTrailingCommentRanges(text, fullStart)?.at(-1)?.end ?? fullStart
}

/** Where to cut a text behind a node. A comment before more code on the same line stays. */
export function endWithComments({ ts, text }: ParsedFile, end: number): number {
  const last = ts.getTrailingCommentRanges(text, end)?.at(-1)?.end ?? end
  return /^[ \t]*(?:\r?\n|$)/.test(text.slice(last)) ? last : end
}

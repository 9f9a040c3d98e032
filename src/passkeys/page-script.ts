/**
 * The script of the built-in sign-in page as text: `page.ts` and all that it imports, in one piece.
 * The build makes it; this file says what it is.
 */
export declare const pageScript: string

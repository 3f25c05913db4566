/** A method that the HTTP parser supports and this API will never have. */
export const unknownMethod = 'MKCALENDAR';

/** Recognizes the statement that stores animals: in the protocol, a zero follows the name of a prepared statement. */
export const isRecording = (part: Buffer): boolean => part.includes('add_pets\0');

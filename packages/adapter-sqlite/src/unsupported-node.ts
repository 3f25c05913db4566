const oldest = [24, 16] as const;

/** The message for a version of Node.js whose `node:sqlite` cuts texts at their first U+0000, such as `24.15.0`. */
export const unsupportedNode = (version: string): string | undefined => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isSupported = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  return isSupported ? undefined : `needs Node.js ${oldest.join('.')} or newer, and this is ${version}`;
};

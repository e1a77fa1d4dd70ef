/** The bundler takes style sheets; the compiler has to be told. */
declare module "*.css"

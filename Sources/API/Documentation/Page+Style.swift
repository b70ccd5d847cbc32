extension Page {
  /// The style sheet of the pages.
  static let style = """
    :root {
      color-scheme: light dark;
      --bg: light-dark(#fff, #0e1015); --panel: light-dark(#f7f8fa, #15181f); --line: light-dark(#dfe2e9, #2c313d);
      --text: light-dark(#1a1d26, #e5e8ef); --muted: light-dark(#586072, #9aa3b5);
      --accent: light-dark(#4338ca, #a5b0ff);
      scroll-padding-top: 4rem;
    }
    @media (prefers-reduced-motion: no-preference) { :root { scroll-behavior: smooth; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.55 system-ui, sans-serif; }
    header {
      position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 1.25rem; min-height: 3rem;
      padding: 0 1.25rem; border-bottom: 1px solid var(--line); background: var(--bg);
    }
    header a { color: inherit; text-decoration: none; }
    fieldset { display: flex; gap: 0.75rem; margin: 0 0 0 auto; padding: 0; border: 0; }
    legend { float: left; padding: 0; color: var(--muted); line-height: 2rem; }
    label { display: flex; align-items: center; gap: 0.3rem; min-height: 2rem; }
    input { margin: 0; accent-color: var(--accent); }
    a { color: var(--accent); }
    nav { padding: 1rem 1.25rem; font-size: 13px; line-height: 1.35; }
    nav > a { display: block; margin-top: 1rem; color: var(--text); font-weight: 600; text-decoration: none; }
    nav ul { margin: 0.25rem 0 0; padding: 0; list-style: none; }
    nav li a { display: block; padding: 0.2rem 0; color: var(--muted); text-decoration: none; }
    nav a:hover { color: var(--accent); }
    main { min-width: 0; max-width: 82rem; margin: 0 auto; padding: 1.5rem 1.25rem 6rem; }
    h1 { margin: 0 0 0.5rem; font-size: 1.8rem; line-height: 1.2; }
    h2 { margin: 3.5rem 0 0.25rem; font-size: 1.35rem; }
    h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
    h3 a { color: inherit; text-decoration: none; }
    section > h3 { margin-top: 2rem; }
    p { max-width: 46rem; margin: 0.5rem 0; }
    .lead { color: var(--muted); }
    article { padding: 1.75rem 0; border-top: 1px solid var(--line); }
    .lead + article { margin-top: 1rem; }
    article > div { min-width: 0; }
    .path code { font-weight: 600; overflow-wrap: anywhere; }
    code, pre { font: 0.87em/1.5 ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace; }
    pre {
      margin: 0; padding: 0.75rem 0.9rem; overflow: auto; border: 1px solid var(--line); border-radius: 8px;
      background: var(--panel); font-size: 12.5px; white-space: pre-wrap; overflow-wrap: anywhere;
    }
    pre code { font-size: inherit; }
    table { width: 100%; margin: 0.75rem 0 0; border-collapse: collapse; font-size: 13.5px; }
    th, td {
      padding: 0.35rem 0.9rem 0.35rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top;
    }
    th { font-weight: 500; white-space: nowrap; }
    td:nth-of-type(1):not(:last-child) { color: var(--muted); white-space: nowrap; }
    .many { display: inline-block; width: 20rem; white-space: normal; }
    td:last-child { width: 100%; overflow-wrap: anywhere; }
    .members table { margin-top: 0.25rem; }
    details { margin-top: 0.6rem; color: var(--muted); font-size: 13.5px; }
    summary { cursor: pointer; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    body:has(#in-curl:checked) .javascript, body:has(#in-javascript:checked) .curl { display: none; }
    @media (max-width: 63rem) {
      nav { display: flex; flex-wrap: wrap; gap: 0 1rem; border-bottom: 1px solid var(--line); }
      nav > a { margin: 0; padding: 0.35rem 0; }
      nav ul { display: none; }
      .example { margin-top: 1rem; }
    }
    @media (max-width: 40rem) {
      legend, td:nth-of-type(1):not(:last-child) { display: none; }
      th { white-space: normal; }
    }
    @media (min-width: 63rem) {
      body:has(nav) { display: grid; grid-template: auto 1fr / 17rem minmax(0, 1fr); }
      header { grid-column: 1 / -1; }
      nav {
        position: sticky; top: 3rem; height: calc(100vh - 3rem); overflow: auto; border-right: 1px solid var(--line);
      }
      nav > a:first-child { margin-top: 0; }
      main { width: 100%; padding: 2rem 2.5rem 6rem; }
      article { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 34rem); gap: 2.5rem; }
      .example pre { position: sticky; top: 4.5rem; }
    }
    """
}

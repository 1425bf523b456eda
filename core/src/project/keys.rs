//! The keys of `landwright.toml` in words: what each may be, and what holds without it.

/// A key as a person looks it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    pub name: &'static str,
    /// What it may be.
    pub takes: &'static str,
    /// What holds where it is not there.
    pub usual: &'static str,
    pub summary: &'static str,
    /// A whole `landwright.toml` that has it.
    pub example: &'static str,
    /// Whether it is left out until the person trusts the file.
    pub needs_trust: bool,
}

/// In the order in which a message lists them.
pub const ALL: &[Key] = &[
    Key {
        name: "game",
        takes: "`ragnarok`, `rose`, `tera` or `everquest`",
        usual: "files of all games",
        summary: "The game of the files in this folder. Files of other games are passed over",
        example: "game = \"tera\"\n",
        needs_trust: false,
    },
    Key {
        name: "roots",
        takes: "a folder or an archive, or a list of them",
        usual: "no roots",
        summary: "Where game files are looked for: folders, ZIP, GRF and S3D archives, and folders of \
                  clients. The first root that has a file wins. Definitions and their maps are taken \
                  from folders only",
        example: "roots = [\"data\", \"client.zip\"]\n",
        needs_trust: true,
    },
    Key {
        name: "scripts",
        takes: "a folder or a file, or a list of them",
        usual: "no scripts",
        summary: "The scripts of a Ragnarok server (npc). Ground that their warps lead to is no island to \
                  `check`. The option `--scripts` overrides it",
        example: "scripts = [\"npc\"]\n",
        needs_trust: true,
    },
    Key {
        name: "copies",
        takes: "a folder, or a list of folders",
        usual: "no copies",
        summary: "Other folders of the same game. Whatever you do to a zone here is done to its copy \
                  there as well",
        example: "copies = [\"../server\"]\n",
        needs_trust: true,
    },
    Key {
        name: "code-page",
        takes: "`cp949`, `cp932`, `cp1252` or `utf-8`",
        usual: "`cp949`",
        summary: "The code page of texts in game files. The option `--code-page` overrides it",
        example: "code-page = \"cp949\"\n",
        needs_trust: false,
    },
    Key {
        name: "dialect",
        takes: "`auto`, `seed`, `toolbox` or `protojs`",
        usual: "`auto`",
        summary: "Which parser reads the `.def` files. Fixes that only some parsers understand wait \
                  until you name one",
        example: "dialect = \"toolbox\"\n",
        needs_trust: false,
    },
    Key {
        name: "patch",
        takes: "a whole number from 1 to 999",
        usual: "unknown",
        summary: "The major patch of the game, where files do not say it. It decides the size of a \
                  `skillid`",
        example: "patch = 92\n",
        needs_trust: false,
    },
    Key {
        name: "backups",
        takes: "a whole number from 0 to 1000",
        usual: "10",
        summary: "How many backups are kept of a file that is replaced. Fewer than 10 need your trust",
        example: "backups = 20\n",
        needs_trust: false,
    },
    Key {
        name: "backups-days",
        takes: "a whole number from 1 to 36500",
        usual: "backups of any age",
        summary: "For how many days a backup is kept, from when it was made. An older one goes with the \
                  next backup of its file. The newest one always stays, and `backups` holds as well",
        example: "backups-days = 90\n",
        needs_trust: true,
    },
    Key {
        name: "compression",
        takes: "`auto` or `smallest`",
        usual: "`auto`",
        summary: "How changed `.zgd` and `.apd` files are packed. `auto` is the best up to 8 MB and \
                  quick above; `smallest` is the best whatever the size",
        example: "compression = \"smallest\"\n",
        needs_trust: false,
    },
    Key {
        name: "names",
        takes: "a table with a file, or a list of files, for each kind of name",
        usual: "numbers without names",
        summary: "Tables that name numbers, for `find`, `inspect` and the window. A file is looked for \
                  beside `landwright.toml` and then in the roots",
        example: "[names]\nmonster = \"3DDATA/STB/LIST_NPC.STB\"\n",
        needs_trust: false,
    },
    Key {
        name: "severity",
        takes: "a table with `error`, `warning`, `information`, `hint` or `off` for each code",
        usual: "the severity of each rule",
        summary: "How much a problem matters here. `off` hides it",
        example: "[severity]\ngat-unknown-type = \"off\"\n",
        needs_trust: false,
    },
    Key {
        name: "ignore",
        takes: "tables with `code`, `file` and `reason`, and with `at` for one place",
        usual: "nothing is ignored",
        summary: "Problems that may stay. In `file`, `*` matches within a name and `**` over folders. \
                  `at` is the place as reports print it",
        example: "[[ignore]]\ncode = \"gat-unknown-type\"\nfile = \"old/*.gat\"\nat = \"cell (12, 34)\"\n\
                  reason = \"The water of the old capital\"\n",
        needs_trust: false,
    },
    Key {
        name: "publish",
        takes: "tables with `files` and `to`, with a `command`, or with both",
        usual: "nothing is published",
        summary: "Steps of `landwright publish`, in their order. `files` has patterns; the files are \
                  copied to the folder `to`, or with `as` written there in another form: an ending \
                  of `landwright export`, or a cache such as `map_cache.dat`. Folders that a pattern \
                  names are left off. Then the shell runs the `command`, unless something failed. With \
                  a `name`, you can publish a step alone",
        example: "[[publish]]\nname = \"server\"\nfiles = \"maps/*.gat\"\nto = \"../server/db\"\n\
                  as = \"map_cache.dat\"\ncommand = \"make reload\"\n",
        needs_trust: true,
    },
];

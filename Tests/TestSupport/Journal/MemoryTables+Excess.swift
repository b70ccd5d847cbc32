import Sessions

/// The sessions with changes to prune, and their sizes.
extension MemoryTables {
  package func excess(_ query: ExcessQuery) -> ExcessPage {
    let all = sessions.values.map(\.session).sorted { $0.id.text < $1.id.text }
    var page = ExcessPage()
    for session in all.filter({ session in query.only.map { $0 == session.id } ?? true }).filter({ session in
      query.after.map { $0.text < session.id.text } ?? true
    }).prefix(query.limit) {
      page.next = session.id
      let old = (sessions[session.id]?.changes ?? []).last { $0.at < query.before && $0.revision <= session.revision }
      let kept = query.revisions < session.revision ? session.revision - query.revisions + 1 : 1
      guard query.only == nil else {
        if let removal = query.removal {
          page.items.append(oldest(of: session, occupying: removal))
          continue
        }
        let (start, bytes) = newest(of: session, within: query.bytes)
        page.items.append(
          Excess(session: session.id, oldest: session.undoState.oldest, cut: start, size: .kept(bytes)))
        continue
      }
      let cut = max(kept, old?.revision ?? 1)
      guard cut > session.undoState.oldest else { continue }
      page.items.append(Excess(session: session.id, oldest: session.undoState.oldest, cut: cut))
    }
    return page
  }

  private func oldest(of session: SessionRow, occupying bytes: Int) -> Excess {
    var (cut, removed) = (session.undoState.oldest, 0)
    for change in sessions[session.id]?.changes ?? [] where removed < bytes && change.revision < session.revision {
      guard change.revision >= cut else { continue }
      (cut, removed) = (change.revision + 1, removed + change.historyBytes)
    }
    return Excess(session: session.id, oldest: session.undoState.oldest, cut: cut, size: .removed(removed))
  }

  private func newest(of session: SessionRow, within limit: Int) -> (start: Int, bytes: Int) {
    var (start, bytes) = (session.revision, 0)
    for change in (sessions[session.id]?.changes ?? []).reversed() {
      bytes += change.historyBytes
      guard bytes <= limit || change.revision >= session.revision else { return (start, bytes - change.historyBytes) }
      start = min(start, change.revision)
    }
    return (start, bytes)
  }
}
